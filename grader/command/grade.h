/*
 * grade.h - grading labs: `kit grade`, and the single grading that
 * `kit verify` uses too.
 */
#ifndef GRADE_H
#define GRADE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/lab.h"
#include "show/results.h"
#include "show/table.h"

/* Exit codes of every subcommand. */
enum { KIT_OK = 0, KIT_FAILED = 1, KIT_TROUBLE = 2 };

/* What the user set in the environment; an empty variable is an unset one. */
struct settings {
    const char *lab;   /* LAB; null: all labs */
    char src[512];     /* SRC, the folder with the files; "labs" if unset */
    bool own;          /* src is labs/: the student's own files */
    char results[800]; /* RESULTS, or what fits SRC */
    bool seeded;       /* SEED is set */
    uint64_t seed;     /* SEED, or a fresh random one */
    int sample;        /* SAMPLE: of what is graded (`kit verify`: of each
                          lab's wrong answers) so many, chosen by the seed;
                          -1: all */
    struct style style;
};

/* 0, or -1 with a message on stderr. */
int settings_read(struct settings *s);

/* A number from `least` on, up to a million; where it is not set, *value stays
 * as it is. False with a message if it is something else. */
bool number_setting(const char *name, int least, int *value);

/* Say on stderr that there is no such lab and which there are. */
void unknown_lab(const struct lab *labs, int n, const char *id);

/* results_read(), but empty if the file is damaged or holds the results of
 * another folder. */
void results_load(const struct settings *s, struct results *r);

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

/*
 * Bring what is stored for this lab up to date with the student's file: grade
 * it if it has changed since, and store that. 0 with *l pointing into r, null
 * where there is nothing to grade (no file, or still the skeleton); -1 for
 * trouble of our own. Between grade_begin() and grade_end().
 */
int grade_if_changed(const struct settings *s, const struct lab *lab,
                     struct results *r, const struct lab_result **l);

/* `kit grade`. */
int grade_command(const struct settings *s);

#endif
