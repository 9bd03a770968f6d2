/*
 * simtcheck.c - runs a program that was built with `simtcc --check` and tells
 * what the CPU device found: simtcheck [--explain] [--svg DIR] PROGRAM ARGS...
 *
 * The program's own output goes where it always goes; the report comes after
 * it. Exit status: 0 nothing found, 1 findings, 2 trouble, a program that broke
 * off for example. With --explain what is told is what was asked for: 0 unless
 * there is nothing to tell.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/finding.h"
#include "base/say.h"
#include "base/source.h"
#include "reports/simt_run.h"
#include "show/picture.h"
#include "show/simt_timeline.h"
#include "show/table.h"
#include "show/touched.h"

enum { TROUBLE = 2, MAX_SHOWN = 50, MAX_LINES = 1000 };

/* ---- numbers and places ---------------------------------------------- */

/* "x.cu:14: " without the folders that the reader is in anyway. */
static const char *short_path(const char *path)
{
    char here[4096];
    size_t n;

    if (!getcwd(here, sizeof here))
        return path;
    n = strlen(here);
    return !strncmp(path, here, n) && path[n] == '/' ? path + n + 1 : path;
}

/* One sentence, placed as compilers do. */
static void print_finding(const struct style *s, const struct finding *f,
                          const char *note)
{
    char text[1500], place[400] = "";

    if (f->place.line)
        snprintf(place, sizeof place, "%s:%d: ", short_path(f->place.file),
                 f->place.line);
    snprintf(text, sizeof text, "%s%s%s", place, note, finding_text(f));
    table_wrap(s, 0, text);
}

static int print_findings(const struct style *s, const struct simt_report *r)
{
    static struct finding found[MAX_SHOWN];
    int n = simt_report_findings(r, found, MAX_SHOWN);

    for (int i = 0; i < n && i < MAX_SHOWN; i++)
        print_finding(s, &found[i], "");
    if (n > MAX_SHOWN)
        fprintf(s->out, _("... and %d findings more\n"), n - MAX_SHOWN);
    int notes = simt_report_notes(r, found, MAX_SHOWN);
    for (int i = 0; i < notes && i < MAX_SHOWN; i++)
        print_finding(s, &found[i], _("note: "));
    return n;
}

static void print_summary(const struct style *s, const struct simt_report *r,
                          int findings)
{
    struct simt_counts c =
        simt_report_counts(r, SIMT_ANYWHERE, SIMT_ANY_OP, NULL);
    int kernels = simt_report_kernels(r, NULL, 0);
    char text[100];

    if (findings == 0)
        snprintf(text, sizeof text, "%s", _("No findings"));
    else
        snprintf(text, sizeof text,
                 findings == 1 ? _("%d finding") : _("%d findings"), findings);
    fprintf(s->out, "%s; ", text);
    fprintf(s->out,
            c.launches == 1 ? _("%s launch of %d kernel")
            : kernels == 1  ? _("%s launches of %d kernel")
                            : _("%s launches of %d kernels"),
            picture_number(c.launches), kernels);
    fprintf(s->out, "%s\n",
            simt_report_complete(r) ? "." : _("; the program broke off."));
    if (simt_report_counts_lost(r))
        fprintf(s->out, _("There are more kernels or places than are counted: "
                          "the figures are too low.\n"));
}

/* ---- tables ---------------------------------------------------------- */

static const char *access_name(const struct simt_line *l)
{
    static const char *const names[4][4] = {
        [SIMT_IN_GLOBAL] = {"", N_("global load"), N_("global store"),
                            N_("global atomic")},
        [SIMT_IN_SHARED] = {"", N_("shared load"), N_("shared store"),
                            N_("shared atomic")},
        [SIMT_IN_OTHER] = {"", N_("other load"), N_("other store"),
                           N_("other atomic")},
    };
    const char *name = names[l->where][l->access];

    return name && *name ? gettext(name) : "";
}

/* "8.0"; "" where there is no ideal to compare with. */
static const char *ratio(uint64_t n, uint64_t ideal)
{
    static char buffers[4][24];
    static int turn;
    char *out = buffers[turn++ % 4];

    *out = '\0';
    if (ideal)
        snprintf(out, sizeof buffers[0], "%.1f", (double)n / (double)ideal);
    return out;
}

static void print_heads(FILE *out)
{
    fprintf(out, "%5s %-13s %12s %5s %5s %12s   %13s %6s\n", _("line"),
            _("access"), _("requests"), _("x"), _("lanes"), _("moved"),
            _("ideal"), _("x"));
}

/* A row of figures. `moved` are sectors for global memory, wavefronts for
 * shared memory. */
static void print_row(FILE *out, const char *line, const char *name,
                      const struct simt_counts *c, enum simt_where where)
{
    bool shared = where == SIMT_IN_SHARED;
    uint64_t moved = shared ? c->wavefronts : c->sectors;
    uint64_t ideal = shared ? c->ideal_wavefronts : c->ideal_sectors;

    fprintf(out, "%5s %-13s %12s %5s %5s", line, name,
            picture_number(c->requests), ratio(c->requests, c->ideal_requests),
            ratio(c->lanes, c->requests));
    if (ideal)
        fprintf(out, " %12s %-1.1s %13s %6s", picture_number(moved),
                shared ? "w" : "s", picture_number(ideal), ratio(moved, ideal));
    putc('\n', out);
    if (c->passes > c->requests)
        fprintf(out, _("%19s atomics: %s passes, %s for each request\n"), "",
                picture_number(c->passes), ratio(c->passes, c->requests));
}

static void print_code(const struct style *s, const struct place *place)
{
    char code[1024], clean[1024];

    if (!source_line(place->file, place->line, code, sizeof code))
        return;
    table_clean(code + strspn(code, " \t"), clean, sizeof clean);
    fprintf(s->out, "      %.*s\n", TABLE_WIDTH - 8, clean);
}

static const char *dimensions(const unsigned v[3], char *text, size_t size)
{
    if (v[2] > 1)
        snprintf(text, size, "%u x %u x %u", v[0], v[1], v[2]);
    else if (v[1] > 1)
        snprintf(text, size, "%u x %u", v[0], v[1]);
    else
        snprintf(text, size, "%u", v[0]);
    return text;
}

/* Lines of one kernel, from `lines` on. Returns how many there are. */
static int count_lines(const struct simt_line *lines, int n)
{
    int i = 0;

    while (i < n && !strcmp(lines[i].kernel, lines[0].kernel))
        i++;
    return i;
}

/* The line with the greatest waste of what a picture can show; null if there
 * is none. Sectors and wavefronts are compared as they are. */
static const struct simt_line *worst_line(const struct simt_line *lines, int n)
{
    const struct simt_line *worst = NULL;
    uint64_t most = 0;

    for (int i = 0; i < n; i++) {
        uint64_t waste = simt_waste(&lines[i].counts, SIMT_SECTORS) +
                         simt_waste(&lines[i].counts, SIMT_WAVEFRONTS) +
                         simt_waste(&lines[i].counts, SIMT_CONTENTION);
        if (waste > most && touched_any(&lines[i])) {
            most = waste;
            worst = &lines[i];
        }
    }
    return worst;
}

static void print_kernel(const struct style *s, const struct simt_launches *k,
                         const struct simt_report *r,
                         const struct simt_line *lines, int n)
{
    char grid[64], block[64], text[600], line[16];
    const struct simt_line *worst = worst_line(lines, n);

    snprintf(
        text, sizeof text,
        k->launches == 1
            ? _("Kernel %s: launched %s time, with %s blocks of %s threads "
                "(%s:%d)")
            : _("Kernel %s: launched %s times, last with %s blocks of %s "
                "threads (%s:%d)"),
        k->name, picture_number(k->launches),
        dimensions(k->grid, grid, sizeof grid),
        dimensions(k->block, block, sizeof block), short_path(k->place.file),
        k->place.line);
    putc('\n', s->out);
    table_wrap(s, 0, text);
    print_heads(s->out);
    for (int i = 0; i < n; i++) {
        snprintf(line, sizeof line, "%d", lines[i].place.line);
        if (i == 0 || lines[i].place.line != lines[i - 1].place.line ||
            strcmp(lines[i].place.file, lines[i - 1].place.file))
            print_code(s, &lines[i].place);
        print_row(s->out, lines[i].place.line ? line : "?",
                  access_name(&lines[i]), &lines[i].counts, lines[i].where);
    }
    for (int where = SIMT_IN_GLOBAL; where <= SIMT_IN_SHARED; where++) {
        struct simt_counts c =
            simt_report_counts(r, where, SIMT_ANY_OP, k->name);
        if (c.requests)
            print_row(s->out, _("all"),
                      where == SIMT_IN_GLOBAL ? _("global") : _("shared"), &c,
                      where);
    }
    if (worst) {
        fprintf(s->out, _("  Line %d, %s, its worst request:\n"),
                worst->place.line, access_name(worst));
        picture_text(s->out, worst);
    }
}

static void explain(const struct style *s, const struct simt_report *r,
                    const struct simt_line *lines, int n)
{
    static struct simt_launches kernels[SIMT_KERNELS];
    int n_kernels = simt_report_kernels(r, kernels, SIMT_KERNELS);

    for (int i = 0, used; i < n; i += used) {
        used = count_lines(lines + i, n - i);
        for (int k = 0; k < n_kernels && k < SIMT_KERNELS; k++)
            if (!strcmp(kernels[k].name, lines[i].kernel))
                print_kernel(s, &kernels[k], r, lines + i, used);
    }
    if (n)
        table_wrap(
            s, 0,
            _("\nrequests: of a warp, x times as many as without divergence; "
              "lanes: that took part in one, of 32; moved: s sectors of 32 "
              "bytes (global) or w wavefronts (shared), x times the ideal."));
}

/* ---- SVG ------------------------------------------------------------- */

/* "transpose-line14-global-store.svg" */
static void svg_name(const struct simt_line *l, char *name, size_t size)
{
    snprintf(name, size, "%.60s-line%d-%s-%s.svg", l->kernel, l->place.line,
             l->where == SIMT_IN_SHARED ? "shared" : "global",
             l->access == SIMT_LOADS    ? "load"
             : l->access == SIMT_STORES ? "store"
                                        : "atomic");
    for (char *p = name; *p; p++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                    "0123456789_-.",
                    *p) ||
            (p == name && *p == '.'))
            *p = '_';
}

static int write_pictures(const char *folder, const struct simt_line *lines,
                          int n)
{
    int written = 0;

    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "simtcheck: %s: %s\n", folder, strerror(errno));
        return -1;
    }
    for (int i = 0; i < n; i++) {
        char name[200], path[4096], code[1024] = "";
        if (!touched_any(&lines[i]))
            continue;
        svg_name(&lines[i], name, sizeof name);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        source_line(lines[i].place.file, lines[i].place.line, code,
                    sizeof code);
        FILE *file = fopen(path, "w");
        if (file)
            picture_svg(file, &lines[i], code + strspn(code, " \t"));
        if (!file || ferror(file) | fclose(file)) {
            fprintf(stderr, "simtcheck: %s: %s\n", path, strerror(errno));
            return -1;
        }
        written++;
    }
    printf(_("%d pictures are in %s\n"), written, folder);
    return 0;
}

/* ---- the timeline ---------------------------------------------------- */

static int show_timeline(const struct style *s, const struct simt_report *r,
                         const char *folder)
{
    static struct simt_step step[SIMT_STEPS];
    struct simt_timeline t;
    int n = simt_report_timeline(r, &t, step, SIMT_STEPS);
    char path[4096];
    FILE *file;

    if (!timeline_any(&t, step, n))
        return 0;
    fputs("\n", s->out);
    timeline_text(s->out, &t, step, n);
    if (!folder)
        return 0;
    snprintf(path, sizeof path, "%s/timeline.svg", folder);
    file = fopen(path, "w");
    if (file)
        timeline_svg(file, &t, step, n);
    if (!file || ferror(file) | fclose(file)) {
        fprintf(stderr, "simtcheck: %s: %s\n", path, strerror(errno));
        return -1;
    }
    return 0;
}

/* ---- the whole ------------------------------------------------------- */

static int usage(FILE *out)
{
    fprintf(out,
            _("usage: simtcheck [--explain] [--svg DIR] PROGRAM ARGS...\n"
              "  Run a program built with `simtcc --check` and tell what is "
              "wrong in its kernels.\n"
              "  --explain  also what each line of each kernel costs\n"
              "  --svg DIR  draw that, one picture for each line, into DIR\n"));
    return out == stdout ? 0 : TROUBLE;
}

int main(int argc, char **argv)
{
    static struct simt_line lines[MAX_LINES];
    const char *folder = NULL;
    bool explaining = false;
    struct simt_run run = {0};
    int i, n_lines, findings, status = TROUBLE;

    say_start();
    for (i = 1; i < argc && argv[i][0] == '-'; i++) {
        if (!strcmp(argv[i], "--help"))
            return usage(stdout);
        if (!strcmp(argv[i], "--explain"))
            explaining = true;
        else if (!strcmp(argv[i], "--svg") && i + 1 < argc)
            folder = argv[++i];
        else
            return usage(stderr);
    }
    if (i == argc)
        return usage(stderr);
    if (simt_run(&run, argv + i, NULL) != 0)
        goto done;
    if (WIFEXITED(run.status) && WEXITSTATUS(run.status) == 127 && !run.report)
        goto done; /* it has said why */
    if (!run.report || !simt_report_started(run.report)) {
        fprintf(stderr,
                _("simtcheck: %s was not built for checking: compile it with "
                  "`simtcc --check`\n"),
                argv[i]);
        goto done;
    }
    simt_report_symbolize(run.report);
    fflush(stdout);

    struct style style = table_style(stdout);
    puts("");
    findings = print_findings(&style, run.report);
    print_summary(&style, run.report, findings);
    if (WIFSIGNALED(run.status))
        printf(_("The program was ended by a signal: %s.\n"),
               strsignal(WTERMSIG(run.status)));
    status = explaining     ? 0
             : findings > 0 ? 1
             : simt_report_complete(run.report) && !WIFSIGNALED(run.status)
                 ? 0
                 : TROUBLE;
    n_lines = explaining || folder
                  ? simt_report_lines(run.report, lines, MAX_LINES)
                  : 0;
    n_lines = n_lines < MAX_LINES ? n_lines : MAX_LINES;
    if (explaining)
        explain(&style, run.report, lines, n_lines);
    if (folder && write_pictures(folder, lines, n_lines) != 0)
        status = TROUBLE;
    if (explaining && show_timeline(&style, run.report, folder) != 0)
        status = TROUBLE;
done:
    simt_report_free(run.report);
    return status;
}
