/*
 * expected.h - what must catch a wrong answer. It says so on its first line:
 *     // caught by: race, speed (correctness)
 * race and speed must fail, correctness may fail, nothing else may. Then, in
 * any order among the comment lines that follow:
 *     // says: some words
 * must stand in the message of the first kind named;
 *     // points: 2 to 3
 * (or "points: 2") is what it has of all points of the lab;
 *     // hint: some words | others
 * are words of the first hint that a student gets for it (hints.h says how they
 * are looked for). "// <- here" ends the lines that its finding may point at.
 */
#ifndef EXPECTED_H
#define EXPECTED_H

#include <stdbool.h>

#include "base/finding.h"

#define MARK_LINES 64

/* What a wrong answer says about itself. */
struct expected {
    enum { MUST_NOT, MAY, MUST } kind[KIND_COUNT];
    int first;            /* kind named first */
    char says[300];       /* "" if it does not matter */
    double least, most;   /* points; -1 if it does not matter */
    char hint[300];       /* "" if there is no such line */
    int here[MARK_LINES]; /* lines that may be pointed at */
    int n_here;
};

/* False if the first line is none, or a mark cannot be read. */
bool expected_read(const char *path, struct expected *e);

#endif
