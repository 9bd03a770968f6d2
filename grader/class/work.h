/*
 * work.h - grades the submissions of a class, several at once, each on cores of
 * its own.
 *
 * A grading that has its results file, of the same file, checks and seed, is
 * not done again. What could not be told with others beside it is graded once
 * more in the end, alone, on all cores.
 */
#ifndef WORK_H
#define WORK_H

#include "class/class.h"

struct work_report {
    int done, kept; /* gradings of this run, and of those before */
    int alone;      /* of `done`: once more, alone */
    int broken;     /* that the kit could not grade */
};

/* `jobs` gradings at once; 0: as many as there are four cores for each. 0, or
 * -1 with a message, or because a signal waits. */
int class_grade(const struct class *c, int jobs, struct work_report *report);

#endif
