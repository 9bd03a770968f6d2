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

bool expected_read(const char *path, struct expected *e)
{
    static const char caught[] = "// caught by:", says[] = "// says:";
    static const char points[] = "// points:";
    static const char here[] = "// <- here";
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    bool good = false;
    FILE *file = fopen(path, "r");

    memset(e, 0, sizeof *e);
    e->least = e->most = -1;
    for (int i = 1; file && (n = getline(&line, &room, file)) >= 0; i++) {
        while (n > 0 && strchr(" \t\r\n", line[n - 1]))
            line[--n] = 0;
        if (i == 1 && !strncmp(line, caught, sizeof caught - 1))
            good = read_kinds(line + sizeof caught - 1, e);
        else if (i == 2 && !strncmp(line, says, sizeof says - 1))
            snprintf(e->says, sizeof e->says, "%s",
                     line + sizeof says - 1 +
                         strspn(line + sizeof says - 1, " "));
        else if (i <= 3 && !strncmp(line, points, sizeof points - 1))
            good = read_points(line + sizeof points - 1, e) && good;
        else if (n >= (ssize_t)sizeof here - 1 &&
                 !strcmp(line + n - (sizeof here - 1), here) &&
                 e->n_here < MARK_LINES)
            e->here[e->n_here++] = i;
    }
    free(line);
    if (file)
        fclose(file);
    return good;
}
