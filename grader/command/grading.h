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
#include "show/results.h"
#include "show/table.h"

/* One grading at a time per tree. Between grade_begin() and grade_end() the
 * signals that end a program wait (interrupt.h); grade_end() lets them
 * through. */
struct grading {
    int lock;
    sigset_t old_mask;
};
int grade_begin(struct grading *g); /* 0, or -1 with a message */
void grade_end(struct grading *g);

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

/*
 * The same for one of many mutants of a solution: what is built is looked at
 * first, by worth_it(work, arg), and if it says no, that is all. Else the
 * checks are run up to the first one that fails, without those of speed.
 */
int grade_mutant(const struct lab *lab, const char *source, uint64_t seed,
                 bool (*worth_it)(const char *work, void *arg), void *arg,
                 struct graded *g);

/* Share out the points of a result's checks and decide: its points, and whether
 * it is passed, failed, or an error of ours. */
void grade_count_up(const struct lab *lab, struct lab_result *l);

#endif
