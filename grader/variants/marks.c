/* marks.c - see marks.h. */
#define _GNU_SOURCE /* getline() */
#include "variants/marks.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "base/say.h"

/* Cut blanks off both ends; the text moves to the beginning. */
static char *trimmed(char *text)
{
    size_t n;

    text += strspn(text, " \t");
    for (n = strlen(text); n && isspace((unsigned char)text[n - 1]); n--)
        text[n - 1] = 0;
    return must(strdup(text));
}

/* The last " // " of a line. */
static char *find_reason(char *line)
{
    char *found = NULL;

    for (char *p = line; (p = strstr(p, " // ")); p++)
        found = p;
    return found;
}

static bool read_mark(char *line, struct mark *k)
{
    char *why = find_reason(line), *arrow, *end;

    if (!why)
        return false;
    *why = 0;
    why += 4;
    if (line[0] == '@') {
        k->nth = (int)strtol(line + 1, &end, 10);
        line = end;
    }
    arrow = strstr(line, "=>");
    if (!arrow)
        return false;
    *arrow = 0;
    k->slow = !strncmp(why, "slow:", 5);
    k->before = trimmed(line);
    k->after = trimmed(arrow + 2);
    k->why = trimmed(why + (k->slow ? 5 : 0));
    return *k->before && *k->why;
}

int marks_read(const char *path, struct marks *marks)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    int result = 0;

    memset(marks, 0, sizeof *marks);
    if (!file && errno == ENOENT)
        return 0;
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    for (int n = 1; !result && getline(&line, &room, file) >= 0; n++) {
        line[strcspn(line, "\r\n")] = 0;
        if (!line[strspn(line, " \t")] || !strncmp(line, "//", 2))
            continue;
        marks->mark = must(
            realloc(marks->mark, (size_t)(marks->n + 1) * sizeof *marks->mark));
        marks->mark[marks->n] = (struct mark){.line = n};
        if (!read_mark(line, &marks->mark[marks->n++])) {
            fprintf(stderr,
                    _("%s:%d: a mark is a line \"BEFORE => AFTER // why\".\n"),
                    path, n);
            result = -1;
        }
    }
    free(line);
    fclose(file);
    return result;
}

void marks_free(struct marks *marks)
{
    for (int i = 0; i < marks->n; i++) {
        free(marks->mark[i].before);
        free(marks->mark[i].after);
        free(marks->mark[i].why);
    }
    free(marks->mark);
    memset(marks, 0, sizeof *marks);
}

/* Does the text fit a pattern in which "..." is any text? */
static bool fits(const char *pattern, const char *text)
{
    const char *dots = strstr(pattern, "...");
    size_t n = dots ? (size_t)(dots - pattern) : strlen(pattern);

    if (strncmp(pattern, text, n))
        return false;
    if (!dots)
        return text[n] == 0;
    for (text += n; !fits(dots + 3, text); text++)
        if (!*text)
            return false;
    return true;
}

static bool is_for(const struct mark *k, const struct mutant *m)
{
    return (!k->nth || k->nth == m->nth) && fits(k->before, m->before) &&
           fits(k->after, m->after);
}

struct mark *marks_find(const struct marks *marks, const struct mutant *m)
{
    for (int i = 0; i < marks->n; i++)
        if (is_for(&marks->mark[i], m))
            return &marks->mark[i];
    return NULL;
}

bool mark_fits(const struct mark *k, const struct mutants *m)
{
    for (int i = 0; i < m->n; i++)
        if (is_for(k, &m->mutant[i]))
            return true;
    return false;
}
