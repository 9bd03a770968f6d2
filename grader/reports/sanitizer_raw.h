/*
 * sanitizer_raw.h - a report as a sanitizer has printed it, between
 * sanitizer_read.c, which reads it, and sanitizer_say.c and sanitizer_race.c,
 * which turn it into sentences. Only these and sanitizer.c include this.
 *
 * The text comes from a process that the student controls. Every number in it
 * may be wrong and every line cut off; the worst that follows is an odd
 * sentence about the student's own program.
 */
#ifndef SANITIZER_RAW_H
#define SANITIZER_RAW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/symbolize.h"

enum { MAX_STACKS = 24, MAX_FRAMES = 16 };

struct frame {
    enum { ELSEWHERE, PROGRAM, OPENMP } where;
    unsigned long offset; /* in the program */
};

struct stack {
    const char *label; /* the line above: "Write of size 4 at ..." */
    int n;
    struct frame frame[MAX_FRAMES];
    struct spot spot; /* the student's innermost line */
    bool openmp;      /* the OpenMP runtime did this, not the student */
};

enum tool { NO_REPORT, THREADS, MEMORY, LEAK, UNDEFINED, TOO_MUCH };

struct report {
    enum tool tool;
    const char *head; /* what is wrong: "data race (pid=12)" */
    const char *source;
    char *body, *end; /* lines, each with a 0 at its end */
    int n_stacks;
    struct stack stack[MAX_STACKS];
};

/* Which report starts in this line; *head gets where its mark ends. */
enum tool report_start(const char *line, const char *end, const char **head);

/* Read the report that starts in the line at `line`; program and source as for
 * sanitizer_report(). False for no memory. To be freed: r->body. */
bool report_read(struct report *r, const char *line, const char *program,
                 const char *source);

/* The report's line with `text` in it, at that text; or null. */
const char *report_line(const struct report *r, const char *text);

/* The first stack whose label holds `text`, or null. */
const struct stack *report_stack(const struct report *r, const char *text);

/* The number after `text` in `line`, or -1; also -1 if it is more than any
 * real size, so that sums cannot overflow. */
#define LARGEST (1L << 47)
long number_after(const char *line, const char *text);

#endif
