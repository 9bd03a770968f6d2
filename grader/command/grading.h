/*
 * grading.h - one grading: a file is built, the lab's checks are run, and what
 * they report becomes a result.
 */
#ifndef GRADING_H
#define GRADING_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/lab.h"
#include "command/checks.h"
#include "show/results.h"
#include "show/table.h"

/* One grading at a time per tree; or several that all began as shared ones, of
 * one machine or of many. What a dead one left is removed by the next that is
 * alone. Between grade_begin() and grade_end() the signals that end a program
 * wait (interrupt.h); grade_end() lets them through. */
struct grading {
    int lock;
    sigset_t old_mask;
};
int grade_begin(struct grading *g); /* 0, or -1 with a message */
int grade_begin_shared(struct grading *g);
void grade_end(struct grading *g);

/* Remove a folder with all that is in it; what cannot be is said on stderr. */
void grade_remove(const char *path);

struct graded {
    struct lab_result result;
    char compiler[6000]; /* the first lines of what the compiler said */
};

/*
 * Grade one file for one lab. 0 with g filled in; -1 for trouble of our own,
 * said on stderr, or if a signal waits. Writes no results file. With progress
 * set, a terminal shows what is running.
 */
int grade_lab(const struct lab *lab, const char *source, uint64_t seed,
              const struct style *progress, struct graded *g);

/* How one of many variants of a file is graded. */
struct trial_grading {
    enum checks checks; /* of one kind: nothing else is built, either */
    const char *one;    /* the check of this name alone; null: all of them */
    double seconds;     /* for the checks */
    /* May be null. It looks at what is built, and if it says no, that is all.
     */
    bool (*worth_it)(const char *work, void *arg);
    void *arg;
};

int grade_trial(const struct lab *lab, const char *source, uint64_t seed,
                const struct trial_grading *how, struct graded *g);

/* Share out the points of a result's checks and decide: its points, and whether
 * it is passed, failed, or an error of ours. */
void grade_count_up(const struct lab *lab, struct lab_result *l);

#endif
