/* submitters.c - see submitters.h. */
#define _GNU_SOURCE
#include "class/submitters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 100000, GROUP = 100, LINE = 1000 };

time_t gradescope_time(const char *text)
{
    struct tm t = {0};
    int read = 0, hours = 0, minutes = 0;
    char sign[2];
    time_t at;

    if (sscanf(text, "%4d-%2d-%2d%*1[T ]%2d:%2d:%2d%n", &t.tm_year, &t.tm_mon,
               &t.tm_mday, &t.tm_hour, &t.tm_min, &t.tm_sec, &read) != 6 ||
        !read)
        return 0;
    t.tm_year -= 1900;
    t.tm_mon--;
    at = timegm(&t);
    text += read;
    text += strspn(text, ".0123456789");
    text += strspn(text, " ");
    if (sscanf(text, "%1[+-]%2d:%2d", sign, &hours, &minutes) < 3)
        if (sscanf(text, "%1[+-]%2d%2d", sign, &hours, &minutes) < 2)
            return at;
    at -= (*sign == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
    return at;
}

/* ---- words of YAML ------------------------------------------------------- */

static size_t put_utf8(unsigned long c, char *out)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xC0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    out[0] = (char)(0xE0 | c >> 12);
    out[1] = (char)(0x80 | (c >> 6 & 0x3F));
    out[2] = (char)(0x80 | (c & 0x3F));
    return 3;
}

/* "\xE9", "\u00e9", "\"": how long it is in the text. */
static size_t escaped(const char *text, char *out, size_t *used)
{
    int digits = text[1] == 'x' ? 2 : text[1] == 'u' ? 4 : 0;
    char number[5] = "";
    unsigned long c;

    if (!text[1])
        return 1;
    if (!digits) {
        out[(*used)++] = strchr("nrt", text[1]) ? ' ' : text[1];
        return 2;
    }
    strncpy(number, text + 2, (size_t)digits);
    c = strtoul(number, NULL, 16);
    *used += put_utf8(c ? c : '?', out + *used);
    return 2 + strlen(number);
}

/* A value: plain, 'quoted' or "quoted". Cut if it is too long. */
static void value(const char *text, char out[CLASS_NAME])
{
    char quote;
    size_t used = 0;

    text += strspn(text, " ");
    quote = *text == '"' || *text == '\'' ? *text++ : '\0';
    while (*text && used < CLASS_NAME - 4) {
        if (quote == '\'' && text[0] == '\'' && text[1] == '\'') {
            out[used++] = '\'';
            text += 2;
        } else if (quote && *text == quote) {
            break;
        } else if (quote == '"' && *text == '\\') {
            text += escaped(text, out, &used);
        } else {
            out[used++] = *text++;
        }
    }
    while (!quote && used && out[used - 1] == ' ')
        used--;
    out[used] = '\0';
    if (!quote && (!strcmp(out, "null") || !strcmp(out, "~")))
        out[0] = '\0';
}

/* What stands behind this key; null if another does. */
static const char *behind(const char *line, const char *key)
{
    size_t n = strlen(key);

    return strncmp(line, key, n) ? NULL : line + n;
}

/* ---- the file ------------------------------------------------------------ */

struct reader {
    struct gradescope *g;
    size_t room;
    int margin; /* of a submitter's keys; 0 outside of :submitters: */
    int rank;   /* of what who[] has of the last submitter: e-mail first */
};

static int new_entry(struct reader *r, const char *line)
{
    struct gradescope *g = r->g;
    struct gradescope_entry *e;
    char key[LINE];
    size_t n = strlen(line);

    r->margin = 0;
    if (g->n >= ENTRIES || n < 2 || line[n - 1] != ':')
        return 0;
    if ((size_t)g->n == r->room) {
        size_t room = r->room ? 2 * r->room : 64;
        struct gradescope_entry *more =
            reallocarray(g->entry, room, sizeof *more);

        if (!more)
            return -1;
        g->entry = more;
        r->room = room;
    }
    e = &g->entry[g->n++];
    memset(e, 0, sizeof *e);
    snprintf(key, sizeof key, "%.*s", (int)n - 1, line);
    value(key, e->folder);
    return 0;
}

static int new_submitter(struct reader *r, struct gradescope_entry *e)
{
    char(*more)[CLASS_NAME];

    r->rank = 0;
    if (e->n >= GROUP || (e->n && !e->who[e->n - 1][0]))
        return 0;
    more = reallocarray(e->who, (size_t)e->n + 1, sizeof *more);
    if (!more)
        return -1;
    e->who = more;
    e->who[e->n++][0] = '\0';
    return 0;
}

static void submitter(struct reader *r, struct gradescope_entry *e,
                      const char *line)
{
    static const char *const keys[] = {":sid:", ":name:", ":email:"};
    char text[CLASS_NAME];

    for (int k = 0; e->n && k < 3; k++) {
        const char *v = behind(line, keys[k]);

        if (!v)
            continue;
        value(v, text);
        if (text[0] && k + 1 > r->rank) {
            memcpy(e->who[e->n - 1], text, CLASS_NAME);
            r->rank = k + 1;
        }
    }
}

static int read_line(struct reader *r, const char *line)
{
    int margin = (int)strspn(line, " ");
    struct gradescope_entry *e = r->g->n ? &r->g->entry[r->g->n - 1] : NULL;
    const char *v;

    line += margin;
    if (!*line || *line == '#')
        return 0;
    if (margin == 0)
        return *line == '-' ? 0 : new_entry(r, line);
    if (!e)
        return 0;
    if (margin == 2 && *line == ':') {
        char text[CLASS_NAME];

        r->margin = behind(line, ":submitters:") ? -1 : 0;
        if ((v = behind(line, ":created_at:"))) {
            value(v, text);
            e->at = gradescope_time(text);
        }
        return 0;
    }
    if (r->margin && line[0] == '-' && line[1] == ' ' &&
        (r->margin == -1 || r->margin == margin + 2)) {
        r->margin = margin + 2;
        if (new_submitter(r, e))
            return -1;
        submitter(r, e, line + 2);
    } else if (r->margin > 0 && margin == r->margin) {
        submitter(r, e, line);
    }
    return 0;
}

int gradescope_read(const char *text, size_t size, struct gradescope *g)
{
    struct reader r = {.g = g};
    const char *end = text + size;
    char line[LINE];

    memset(g, 0, sizeof *g);
    while (text < end) {
        const char *next = memchr(text, '\n', (size_t)(end - text));
        size_t n = (size_t)((next ? next : end) - text);

        if (n && text[n - 1] == '\r')
            n--;
        snprintf(line, sizeof line, "%.*s", n < LINE ? (int)n : LINE - 1, text);
        if (read_line(&r, line))
            return -1;
        text = next ? next + 1 : end;
    }
    for (int i = 0; i < g->n; i++) /* one without any word */
        while (g->entry[i].n && !g->entry[i].who[g->entry[i].n - 1][0])
            g->entry[i].n--;
    return 0;
}

void gradescope_free(struct gradescope *g)
{
    for (int i = 0; i < g->n; i++)
        free(g->entry[i].who);
    free(g->entry);
    memset(g, 0, sizeof *g);
}

const struct gradescope_entry *gradescope_find(const struct gradescope *g,
                                               const char *folder)
{
    for (int i = 0; i < g->n; i++)
        if (!strcmp(g->entry[i].folder, folder))
            return &g->entry[i];
    return NULL;
}
