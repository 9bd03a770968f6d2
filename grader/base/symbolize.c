/*
 * symbolize.c - see symbolize.h. One run of the tool for all offsets; what it
 * prints is read line by line.
 */
#define _GNU_SOURCE
#include "base/symbolize.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/tool_output.h"

static const char *last_component(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool same_file(const char *a, const char *b)
{
    char real_a[PATH_MAX], real_b[PATH_MAX];

    if (strcmp(last_component(a), last_component(b)) != 0)
        return false;
    /* Relative paths, "..", links: let the file system decide if it can. */
    if (!realpath(a, real_a) || !realpath(b, real_b))
        return true;
    return strcmp(real_a, real_b) == 0;
}

/* Take ":NUMBER" (or addr2line's ":?", a 0) off the end of the text. */
static bool take_number(char *text, int *number)
{
    char *colon = strrchr(text, ':');
    char *end;
    long value;

    if (!colon || !colon[1])
        return false;
    value = strtol(colon + 1, &end, 10);
    if (*end && strcmp(colon, ":?") != 0)
        return false;
    *number = value > 0 && value < INT_MAX ? (int)value : 0;
    *colon = '\0';
    return true;
}

/* One line "FILE:LINE:COLUMN" or "FILE:LINE (discriminator 2)". */
static void take_location(char *text, symbolize_rule *mine, void *context,
                          int i, struct spot *spot)
{
    char *extra = strstr(text, " (discriminator ");
    int line, column = 0;

    if (extra)
        *extra = '\0';
    if (!take_number(text, &line))
        return;
    if (strrchr(text, ':') && take_number(text, &column)) {
        int swap = line; /* there were two: the second was the column */
        line = column;
        column = swap;
    }
    spot->known = spot->known || strcmp(text, "??") != 0;
    if (!mine(context, i, text))
        return;
    /* Line 0: optimized code that belongs to several lines. The line that it
     * was inlined into is the best that is known, but only near. */
    if (!spot->found || (spot->rough && !spot->line)) {
        spot->rough = spot->found || !line;
        spot->found = true;
        spot->line = line;
        spot->column = line ? column : 0;
    }
}

int symbolize_by(const char *tool, const char *program, symbolize_rule *mine,
                 void *context, const unsigned long *offsets, int n,
                 struct spot *spots)
{
    /* Both tools know these options and answer alike: per address a line
     * "0x...", then a function and a location for each inlined frame. */
    enum { FIXED = 6 };
    if (n == 0)
        return 0;
    const char **argv = calloc((size_t)n + FIXED + 1, sizeof *argv);
    char(*numbers)[24] = calloc((size_t)n + 1, sizeof *numbers);
    char *text = NULL;
    int rc = -1;

    memset(spots, 0, (size_t)n * sizeof *spots);
    if (!argv || !numbers || !*tool)
        goto done;
    memcpy(argv,
           (const char *const[FIXED]){tool, "-a", "-f", "-i", "-e", program},
           FIXED * sizeof *argv);
    for (int i = 0; i < n; i++) {
        snprintf(numbers[i], sizeof numbers[i], "0x%lx", offsets[i]);
        argv[FIXED + i] = numbers[i];
    }
    text = tool_output(argv);
    if (!text)
        goto done;

    int at = -1;
    bool function = true; /* the next line is a function's name */
    char *save = NULL;
    for (char *line = strtok_r(text, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        if (function && strncmp(line, "0x", 2) == 0) {
            at++;
            continue;
        }
        if (!function && at >= 0 && at < n)
            take_location(line, mine, context, at, &spots[at]);
        function = !function;
    }
    rc = at >= 0 ? 0 : -1;
done:
    free(text);
    free(numbers);
    free(argv);
    return rc;
}

static bool in_source(void *source, int i, const char *file)
{
    (void)i;
    return same_file(file, source);
}

int symbolize(const char *tool, const char *program, const char *source,
              const unsigned long *offsets, int n, struct spot *spots)
{
    return symbolize_by(tool, program, in_source, (void *)source, offsets, n,
                        spots);
}
