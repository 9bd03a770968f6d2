/*
 * actions.c - for a job of GitHub Actions: annotations at the student's lines,
 * which are commands on standard output, and a summary in Markdown, which goes
 * to OUT, else behind what the file that GITHUB_STEP_SUMMARY names holds, else
 * to standard output.
 *
 * GitHub shows 10 errors of a step and drops the rest, and drops a summary of
 * more than 1 MiB whole. So the first 10 failures become annotations, and a
 * summary that grows too long ends with a sentence that says so.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "export/formats.h"

#define ANNOTATIONS 10
#define SUMMARY_BYTES 900000

/* ---- annotations -------------------------------------------------------- */

/* As a workflow command's message, or as one of its properties, in which colon
 * and comma have a meaning. */
static void put_command(const char *text, bool property, FILE *out)
{
    for (; *text; text++)
        if (*text == '%' || *text == '\r' || *text == '\n' ||
            (property && (*text == ':' || *text == ',')))
            fprintf(out, "%%%02X", (unsigned)*text);
        else
            putc(*text, out);
}

static void annotate(const struct record_lab *l, const struct part *p,
                     FILE *out)
{
    const struct place *at = &p->found->place;
    char title[200];

    fputs("::error ", out);
    if (*at->file) {
        fputs("file=", out);
        put_command(at->file, true, out);
        if (at->line > 0)
            fprintf(out, ",line=%d", at->line);
        if (at->line > 0 && at->column > 0)
            fprintf(out, ",col=%d", at->column);
        putc(',', out);
    }
    snprintf(title, sizeof title, _("Lab %s, %s"), l->result->id, p->name);
    fputs("title=", out);
    put_command(title, true, out);
    fputs("::", out);
    put_command(*p->found->message ? finding_text(p->found) : p->name, false,
                out);
    putc('\n', out);
}

/* ---- the summary -------------------------------------------------------- */

/* Text in a line of Markdown, or in a cell of a table: of all that has a
 * meaning there or in HTML, its number is written. */
static void put_markdown(const char *text, FILE *out)
{
    for (; *text; text++)
        if (*text == '\n')
            fputs("<br>", out);
        else if (strchr("&<>\"'`*_{}[]()#!|~\\@:$", *text))
            fprintf(out, "&#%d;", *text);
        else
            putc(*text, out);
}

static const char *word(const struct part *p)
{
    switch (p->found->status) {
    case STATUS_PASS:
        return _("passed");
    case STATUS_FAIL:
        return _("**failed**");
    case STATUS_UNTOLD:
        return _("could not be told");
    case STATUS_SKIPPED:
        return part_left_out(p) ? _("not tried here") : _("not run");
    default:
        return _("the kit broke down");
    }
}

static void put_lab(const struct record_lab *l, FILE *out)
{
    char says[1600];

    lab_says(l, says, sizeof says);
    fputs("\n### ", out);
    put_markdown(says, out);
    fputs(_("\n\n| check | result | points | |\n|---|---|---|---|\n"), out);
    for (int i = 0; i < l->n; i++) {
        const struct part *p = &l->part[i];

        fputs("| ", out);
        put_markdown(p->name, out);
        fprintf(out, " | %s | ", word(p));
        if (p->max > 0)
            fprintf(out, "%g / %g", record_round(p->points),
                    record_round(p->max));
        fputs(" | ", out);
        part_says(p, says, sizeof says);
        put_markdown(says, out);
        fputs(" |\n", out);
    }
}

static void summarize(const struct record *r, FILE *out)
{
    fprintf(out, _("## Lab kit: %g of %g points\n"), record_round(r->points),
            record_round(r->max));
    for (int i = 0; i < r->n; i++) {
        if (ftell(out) > SUMMARY_BYTES) {
            fputs(_("\nGitHub shows no more than 1 MiB: the other labs are "
                    "left out here.\n"),
                  out);
            break;
        }
        put_lab(&r->lab[i], out);
    }
}

/* Behind what is there. */
static int append(const char *path, const char *text, size_t size)
{
    FILE *file = fopen(path, "a");
    bool fine = file && fwrite(text, 1, size, file) == size;

    if (file && fclose(file))
        fine = false;
    if (!fine)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return fine ? 0 : -1;
}

int actions_write(const struct export *e, FILE *out)
{
    struct record *r = record_read(e);
    const char *path = getenv("GITHUB_STEP_SUMMARY");
    char *says = NULL;
    size_t size;
    FILE *text = open_memstream(&says, &size);
    int shown = 0, result = -1;

    if (!r || !text)
        goto done;
    record_warn(r);
    summarize(r, text);
    if (fflush(text))
        goto done;
    for (int i = 0; i < r->n; i++)
        for (int k = 0; k < r->lab[i].n && shown < ANNOTATIONS; k++)
            if (r->lab[i].part[k].found->status == STATUS_FAIL) {
                annotate(&r->lab[i], &r->lab[i].part[k], stdout);
                shown++;
            }
    if (!e->out && path && *path)
        result = append(path, says, size);
    else
        result = fwrite(says, 1, size, out) == size ? 0 : -1;
done:
    if (text)
        fclose(text);
    free(says);
    free(r);
    return result;
}
