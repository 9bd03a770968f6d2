/*
 * marks.h - what is known of mutants that no check catches, from a file with
 * one mark in a line:
 *     BEFORE => AFTER // why nothing is wrong with it
 * "..." in BEFORE or AFTER stands for any text; AFTER is empty where all of the
 * line is left out. "@2 BEFORE => ..." is the second mutant of that name only.
 * "// slow: why" says that it is wrong, but in nothing other than its time.
 * Lines that begin with // are comments.
 */
#ifndef MARKS_H
#define MARKS_H

#include <stdbool.h>

#include "variants/mutants.h"

struct mark {
    int line, nth; /* nth: 0 for all */
    char *before, *after, *why;
    bool slow;
    int used; /* how many survivors it has explained; the caller's */
};

struct marks {
    struct mark *mark;
    int n;
};

/* 0, also if there is no such file; -1 with a message on stderr. */
int marks_read(const char *path, struct marks *marks);
void marks_free(struct marks *marks);

/* The first mark for this mutant; null if there is none. */
struct mark *marks_find(const struct marks *marks, const struct mutant *m);

/* Is it for one of these? One that is for none is out of date. */
bool mark_fits(const struct mark *k, const struct mutants *m);

#endif
