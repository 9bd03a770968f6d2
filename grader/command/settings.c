/* settings.c - see settings.h. */
#define _GNU_SOURCE /* realpath() */
#include "command/settings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "base/finding.h"
#include "base/say.h"

const char *setting(const char *name)
{
    const char *value = getenv(name);

    return value && *value ? value : NULL;
}

bool number_setting(const char *name, int least, int *value)
{
    const char *text = setting(name);
    char *end;
    long number;

    if (!text)
        return true;
    number = strtol(text, &end, 10);
    if (*end || number < least || number > 1000000) {
        fprintf(stderr, _("%s=%s: this should be a number from %d on.\n"), name,
                text, least);
        return false;
    }
    *value = (int)number;
    return true;
}

static int read_seed(struct settings *s)
{
    const char *text = setting("SEED");
    uint32_t fresh;
    char *end;

    if (!text) {
        /* 32 bits, because people copy it by hand. */
        if (getrandom(&fresh, sizeof fresh, 0) != sizeof fresh) {
            fprintf(stderr, "getrandom: %s\n", strerror(errno));
            return -1;
        }
        s->seed = fresh;
        return 0;
    }
    errno = 0;
    s->seed = strtoull(text, &end, strncmp(text, "0x", 2) ? 10 : 16);
    if (errno || *end || *text == '-' || *text == '+') {
        fprintf(stderr, _("SEED=%s: SEED is a number such as 42 or 0x2a.\n"),
                text);
        return -1;
    }
    s->seeded = true;
    return 0;
}

/* What CUDA labs run on; the judge reads it itself. */
static int check_backend(void)
{
    const char *b = setting("BACKEND");

    if (!b || !strcmp(b, "cpu") || !strcmp(b, "gpu") || !strcmp(b, "both"))
        return 0;
    fprintf(stderr, _("BACKEND=%s: BACKEND is cpu, gpu or both.\n"), b);
    return -1;
}

/* The results file for the folder at this path, which has no links in it. Of a
 * folder beside the kit's, its name is enough; of any other there may be a
 * second of the same name, so a number stands for the whole path. */
static void name_results(const char *real, char *path, size_t size)
{
    const char *name = strrchr(real, '/') + 1;
    char readable[64], number[16] = "", *kit = realpath(".", NULL);
    size_t above = kit ? (size_t)(strrchr(kit, '/') + 1 - kit) : 0;
    uint32_t hash = 0x811c9dc5u; /* FNV-1a */

    text_clean(name, readable, sizeof readable);
    for (char *p = readable; *p; p++)
        if (*p == '\n' || *p == '\t')
            *p = '?';
    if (strcmp(readable, name) || (size_t)(name - real) != above ||
        strncmp(real, kit, above) != 0) {
        for (const char *p = real; *p; p++)
            hash = (hash ^ (unsigned char)*p) * 0x01000193u;
        snprintf(number, sizeof number, "-%08" PRIx32, hash);
    }
    snprintf(path, size, "build/results-%s%s.json", readable, number);
    free(kit);
}

/* A part of a path would be another path. */
static bool too_long(const char *name, const char *value, size_t size)
{
    if (!value || strlen(value) < size)
        return false;
    fprintf(stderr, _("%s has %zu bytes, and there is room for %zu.\n"), name,
            strlen(value), size - 1);
    return true;
}

/* Behind a command that is shown, as it has to be typed. */
static void add_setting(struct style *style, const char *name,
                        const char *value)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789_-+./"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *quote = value[strspn(value, plain)] ? "'" : "";
    size_t n = strlen(style->command_end);

    snprintf(style->command_end + n, sizeof style->command_end - n,
             " %s=%s%s%s", name, quote, value, quote);
}

int settings_read(struct settings *s)
{
    const char *src = setting("SRC"), *results = setting("RESULTS");
    char *real = NULL, *labs = NULL;
    struct stat st;
    size_t n;
    int result = -1;

    memset(s, 0, sizeof *s);
    s->style = table_style(stdout);
    s->lab = setting("LAB");
    s->sample = s->search = -1;
    if (!number_setting("SAMPLE", 0, &s->sample) ||
        !number_setting("SEARCH", 0, &s->search) || read_seed(s) ||
        check_backend())
        return -1;

    if (too_long("SRC", src, sizeof s->src) ||
        too_long("RESULTS", results, sizeof s->results))
        return -1;
    snprintf(s->src, sizeof s->src, "%s", src ? src : "labs");
    for (n = strlen(s->src); n > 1 && s->src[n - 1] == '/'; n--)
        s->src[n - 1] = 0;
    labs = realpath("labs", NULL);
    real = realpath(s->src, NULL);
    if (real && (stat(real, &st) || !S_ISDIR(st.st_mode))) {
        free(real);
        real = NULL;
        errno = ENOTDIR;
    }
    if (!real || !labs) {
        fprintf(stderr,
                _("%s: %s. SRC is a folder like labs, with "
                  "NN_name/name.c in it.\n"),
                real ? "labs" : s->src, strerror(errno));
        goto done;
    }
    s->own = !strcmp(real, labs);
    if (s->own)
        snprintf(s->src, sizeof s->src, "labs");
    else
        add_setting(&s->style, "SRC", s->src);
    if (results) {
        add_setting(&s->style, "RESULTS", results);
        snprintf(s->results, sizeof s->results, "%s", results);
    } else if (s->own) {
        snprintf(s->results, sizeof s->results, "build/results.json");
    } else {
        name_results(real, s->results, sizeof s->results);
    }
    result = 0;
done:
    free(real);
    free(labs);
    return result;
}

void unknown_lab(const struct lab *labs, int n, const char *id)
{
    fprintf(stderr, _("LAB=%s: there is no such lab. There are:\n"), id);
    for (int i = 0; i < n; i++)
        fprintf(stderr, "  LAB=%-4s %s\n", labs[i].id, labs[i].title);
}

void results_load(const struct settings *s, struct results *r)
{
    char src[sizeof s->src];

    if (results_read(s->results, r) < 0)
        fprintf(stderr, _("It is taken as empty; the next grading writes it "
                          "anew.\n"));
    text_clean(s->src, src, sizeof src); /* as it is written there */
    if (strcmp(r->src, src)) {
        memset(r, 0, sizeof *r);
        snprintf(r->src, sizeof r->src, "%s", s->src);
    }
}

const struct lab *wanted_lab(const struct settings *s, struct lab **labs,
                             const char *command)
{
    const struct lab *lab;
    int n;

    *labs = lab_find_all(&n);
    if (!*labs)
        return NULL;
    if (!s->lab) {
        fprintf(stderr, _("Which lab? Type for example: make %s LAB=%s\n"),
                command, (*labs)[0].id);
        return NULL;
    }
    lab = lab_by_id(*labs, n, s->lab);
    if (!lab)
        unknown_lab(*labs, n, s->lab);
    return lab;
}
