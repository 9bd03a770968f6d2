/*
 * work.h - grades the submissions of a class, several at once, each on cores of
 * its own; on a cluster each machine some of them (slurm.h).
 *
 * - Each grading is a process of its own, which writes its results file whole
 *   and under another name, and then renames it. What was killed has written
 *   none; it is done again by the next run, and what has one is not.
 * - All submissions of a lab get the same inputs: the seed is made from
 *   OUT/secret.
 * - Speed that could not be told with others beside it is measured once more in
 *   the end, alone, on all cores.
 */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>

#include "class/class.h"

struct work_report {
    int done, kept; /* gradings of this run, and of those before */
    int alone;      /* of `done`: once more, alone */
    int broken;     /* submissions without a verdict: the kit's own fault */
};

/* Cores of one grading where there are enough. */
#define WORK_CORES 4

enum work_where {
    WORK_HERE,    /* nobody else grades in this tree */
    WORK_ELEMENT, /* as one of many jobs that share it: one grading after the
                   * other, and none of them once more */
    WORK_LAST     /* as the job that comes after these */
};

/* `jobs` gradings at once; 0: as many as WORK_CORES for each allows. 0, or -1
 * with a message, or because a signal waits. */
int class_grade(const struct class *c, enum work_where where, int jobs,
                struct work_report *report);

/* Which of c->submission[] have no verdict that still holds; to be freed. Null
 * with a message. */
int *class_missing(const struct class *c, int *n);

/* The number in OUT/secret, which is made where there is none. 0, or -1 with a
 * message. */
int class_secret(const struct class *c, uint64_t *secret);
uint64_t class_seed(uint64_t secret, const struct lab *lab);

#endif
