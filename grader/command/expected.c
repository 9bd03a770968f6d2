/* expected.c - see expected.h. */
#define _GNU_SOURCE /* getline() */
#include "command/expected.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parse "race, speed (correctness)". */
static bool read_kinds(const char *p, struct expected *e)
{
    bool inside = false;
    char name[40];

    e->first = -1;
    for (p += strspn(p, " ,"); *p; p += strspn(p, " ,")) {
        size_t n = strcspn(p, " ,()");
        int kind;

        if (*p == '(' || *p == ')') {
            inside = *p++ == '(';
            continue;
        }
        snprintf(name, sizeof name, "%.*s", (int)n, p);
        kind = kind_from_name(name);
        if (kind < 0)
            return false;
        e->kind[kind] = inside ? MAY : MUST;
        if (e->first < 0 && !inside)
            e->first = kind;
        p += n;
    }
    return e->first >= 0;
}

/* "2", or "2 to 3". */
static bool read_points(const char *p, struct expected *e)
{
    int end = 0;

    if (sscanf(p, "%lf to %lf%n", &e->least, &e->most, &end) == 2 && !p[end])
        return e->least <= e->most;
    if (sscanf(p, "%lf%n", &e->least, &end) != 1 || p[end])
        return false;
    e->most = e->least;
    return true;
}

/* If the line begins with the mark, what stands behind it to `text`. */
static bool marked(const char *line, const char *mark, char *text, size_t size)
{
    size_t n = strlen(mark);

    if (strncmp(line, mark, n) != 0)
        return false;
    snprintf(text, size, "%s", line + n + strspn(line + n, " "));
    return true;
}

bool expected_read(const char *path, struct expected *e)
{
    static const char here[] = "// <- here";
    char *line = NULL, text[300];
    size_t room = 0;
    ssize_t n;
    bool good = false, leading = true;
    FILE *file = fopen(path, "r");

    memset(e, 0, sizeof *e);
    e->least = e->most = -1;
    for (int i = 1; file && (n = getline(&line, &room, file)) >= 0; i++) {
        while (n > 0 && strchr(" \t\r\n", line[n - 1]))
            line[--n] = 0;
        leading = leading && !strncmp(line, "//", 2);
        if (i == 1 && marked(line, "// caught by:", text, sizeof text))
            good = read_kinds(text, e);
        else if (leading && marked(line, "// points:", text, sizeof text))
            good = read_points(text, e) && good;
        else if (leading && !marked(line, "// says:", e->says, sizeof e->says))
            marked(line, "// hint:", e->hint, sizeof e->hint);
        if (n >= (ssize_t)sizeof here - 1 &&
            !strcmp(line + n - (sizeof here - 1), here) &&
            e->n_here < MARK_LINES)
            e->here[e->n_here++] = i;
    }
    free(line);
    if (file)
        fclose(file);
    return good;
}
