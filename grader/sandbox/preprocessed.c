/* preprocessed.c - see preprocessed.h. */
#define _GNU_SOURCE
#include "sandbox/preprocessed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- markers ------------------------------------------------------------ */

/* The name in a line marker, "" if there is none. Quotes and what is no letter
 * come with a backslash before them. Returns what follows. */
static char *marker_name(char *p, char *name, size_t size)
{
    size_t n = 0;

    p = strchr(p, '"');
    name[0] = 0;
    if (!p)
        return "";
    for (p++; *p && *p != '"'; p++) {
        int c = (unsigned char)*p;
        size_t digits = c == '\\' ? strspn(p + 1, "01234567") : 0;

        /* not by sscanf(), which looks for the end of all that follows */
        if (digits) {
            digits = digits < 3 ? digits : 3;
            for (c = 0; digits; digits--)
                c = 8 * c + *++p - '0';
        } else if (c == '\\' && p[1]) {
            c = *++p == 'n' ? '\n' : *p;
        }
        if (n + 1 < size)
            name[n++] = (char)c;
    }
    name[n] = 0;
    return *p ? p + 1 : p;
}

bool marker_read(char *text, struct marker *m)
{
    char *rest;

    if (text[0] != '#' || text[1] != ' ' || !strchr("0123456789", text[2]))
        return false;
    memset(m, 0, sizeof *m);
    m->line = (int)strtol(text + 2, &rest, 10);
    if (*rest != ' ' || rest[1] != '"')
        return true;
    rest = marker_name(rest, m->file, sizeof m->file);
    for (; *rest && *rest != '\n'; rest++) {
        m->enters = m->enters || *rest == '1';
        m->leaves = m->leaves || *rest == '2';
        m->system = m->system || *rest == '3';
    }
    return true;
}

char *marker_next(char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* ---- whose lines -------------------------------------------------------- */

/* Whose the lines behind each marker are: how a file began is what counts, for
 * a #pragma can call the rest of it the system's. */
struct nest {
    bool own[256];
    int depth;
};

static bool is_own(struct nest *n, const struct marker *m)
{
    const int deepest = sizeof n->own / sizeof *n->own - 1;

    if (m->enters) {
        n->depth += n->depth < deepest;
        n->own[n->depth] = !m->system;
    } else if (m->leaves)
        n->depth -= n->depth > 0;
    return !n->depth || n->own[n->depth];
}

bool preprocessed_read(struct preprocessed *p, const char *path)
{
    struct nest nest = {0};
    struct marker m;
    char *own;
    bool is = false;

    memset(p, 0, sizeof *p);
    p->text = tokens_file_text(path);
    own = p->text ? strdup(p->text) : NULL;
    if (!own) {
        free(p->text);
        return false;
    }
    for (char *line = own; *line; line = marker_next(line)) {
        bool marker = marker_read(line, &m);

        if (marker)
            is = is_own(&nest, &m);
        if (marker || !is)
            memset(line, ' ', strcspn(line, "\n"));
    }
    tokens_read(&p->s, own);
    free(own);
    return true;
}

void preprocessed_free(struct preprocessed *p)
{
    tokens_free(&p->s);
    free(p->text);
}

struct place preprocessed_place(const struct preprocessed *p, int k)
{
    struct place place = {0};
    struct marker m = {0};
    char *line = p->text;

    for (int i = 1; i < p->s.t[k].line && *line; i++) {
        if (!marker_read(line, &m))
            m.line++;
        line = marker_next(line);
    }
    snprintf(place.file, sizeof place.file, "%s", m.file);
    place.line = m.line;
    return place;
}
