/* export.c - see export.h. */
#define _GNU_SOURCE
#include "command/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/say.h"
#include "export/formats.h"

static void list_formats(FILE *out)
{
    fprintf(out, _("make export TO=FORMAT, where FORMAT is one of\n"));
    for (const struct format *f = formats; f->name; f++)
        fprintf(out, "  %-15s %s\n", f->name, _(f->help));
}

static const struct format *find_format(const char *name)
{
    for (const struct format *f = formats; name && f->name; f++)
        if (!strcmp(f->name, name))
            return f;
    return NULL;
}

/* LAB='03 12'. False with a message. */
static bool find_wanted(struct export *e, const char *wanted)
{
    char words[800], *rest = words, *word;

    snprintf(words, sizeof words, "%s", wanted ? wanted : "");
    while ((word = strsep(&rest, " ,"))) {
        const struct lab *lab =
            *word ? lab_by_id(e->labs, e->n_labs, word) : NULL;
        bool twice = false;

        if (*word && !lab) {
            unknown_lab(e->labs, e->n_labs, word);
            return false;
        }
        for (int i = 0; i < e->n_wanted; i++)
            twice = twice || e->wanted[i] == lab;
        if (lab && !twice)
            e->wanted[e->n_wanted++] = lab;
    }
    return true;
}

static bool find_points(struct export *e)
{
    const char *text = setting("MAX_POINTS");
    char *end;

    if (!text)
        return true;
    e->max_points = strtod(text, &end);
    if (*end || !(e->max_points > 0) || e->max_points > 1e6) {
        fprintf(stderr, _("MAX_POINTS=%s: this should be a number above 0.\n"),
                text);
        return false;
    }
    return true;
}

/* Whole or not at all. A device or a pipe is only written to. */
static int put_file(const char *path, const char *bytes, size_t size)
{
    char temporary[4096];
    struct stat st;
    bool plain = stat(path, &st) || S_ISREG(st.st_mode);
    FILE *file;

    snprintf(temporary, sizeof temporary, "%s.tmp-%ld", path, (long)getpid());
    file = fopen(plain ? temporary : path, "wb");
    if (!file)
        goto fail;
    if (fwrite(bytes, 1, size, file) != size) {
        fclose(file);
        goto fail;
    }
    if (fclose(file) || (plain && rename(temporary, path)))
        goto fail;
    return KIT_OK;
fail:
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    if (plain)
        unlink(temporary);
    return KIT_TROUBLE;
}

static int give(const struct format *f, const struct export *e)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out;
    int code = KIT_TROUBLE;

    if (f->own_files)
        return f->write(e, NULL) ? KIT_TROUBLE : KIT_OK;
    out = open_memstream(&bytes, &size);
    if (!out) {
        fprintf(stderr, "%s\n", strerror(errno));
        return KIT_TROUBLE;
    }
    if (f->write(e, out)) {
        fclose(out);
    } else if (fclose(out)) {
        fprintf(stderr, "%s\n", strerror(errno));
    } else if (e->out) {
        code = put_file(e->out, bytes, size);
    } else if (fwrite(bytes, 1, size, stdout) == size && !fflush(stdout)) {
        code = KIT_OK;
    } else {
        perror("stdout");
    }
    free(bytes);
    return code;
}

int export_command(const struct settings *s)
{
    const struct format *f = find_format(setting("TO"));
    struct export e = {.results = s->results,
                       .out = setting("OUT"),
                       .roster = setting("ROSTER"),
                       .column = setting("COLUMN"),
                       .feedback = setting("FEEDBACK")};
    struct lab *labs = NULL;
    int code = KIT_TROUBLE;

    if (!f) {
        if (setting("TO"))
            fprintf(stderr, _("TO=%s: there is no such format.\n"),
                    setting("TO"));
        list_formats(stderr);
        return KIT_TROUBLE;
    }
    if (f->own_files && !e.out) {
        fprintf(stderr, _("Say OUT=, where it should be written.\n"));
        return KIT_TROUBLE;
    }
    e.labs = labs = lab_find_all(&e.n_labs);
    if (labs && find_wanted(&e, s->lab) && find_points(&e))
        code = give(f, &e);
    free(labs);
    return code;
}
