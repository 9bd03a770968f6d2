/*
 * mutate_row.h - the row of all labs' mutants, for the files of mutate.h:
 *
 *   mutate_work.c    a worker takes the next ones and grades them
 *   mutate_report.c  what has become of them
 *   mutate.c         makes the row, starts the workers, and waits
 *
 * The row lies in memory that all processes share. A trial is written by the
 * worker that has taken it, and its verdict last: whoever sees another than
 * NOT_DONE may read the rest.
 */
#ifndef MUTATE_ROW_H
#define MUTATE_ROW_H

#include "command/mutate.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "command/grading.h"
#include "variants/marks.h"
#include "variants/mutants.h"

#define MUTANTS_FOLDER "build/mutants"

enum fate {
    NOT_DONE,
    INVALID,   /* does not compile, or breaks the contract */
    SAME_CODE, /* the compiler makes the same of it as of the solution */
    CAUGHT,
    SURVIVED,
    MARKED, /* survived, and a mark says why nothing is wrong */
    SLOW,   /* survived, and a mark says that only its time is wrong */
    UNTOLD, /* survived where this machine cannot try all checks */
    BROKE,  /* the judge stumbled over it */
    VERDICTS
};

/* What a worker leaves of one mutant, in memory that all share. */
struct trial {
    int lab, mutant; /* which */
    _Atomic int verdict;
    int kind; /* of the check that caught it */
    float seconds;
    char check[64];     /* its name */
    char message[1024]; /* what it said */
};

struct queue {
    _Atomic int next;
    int n;
    struct trial trial[];
};

struct subject {
    const struct lab *lab;
    char source[160]; /* the solution's file */
    char *text;
    struct mutants mutants;
    struct marks marks;
    int first, n; /* its trials in the queue */
    int count[VERDICTS];
    int caught[KIND_COUNT];
    int stale; /* marks that explain nothing */
};

struct mutate {
    const struct settings *s;
    struct subject *subject;
    int n_subjects;
    struct marks common; /* marks for all labs */
    struct queue *queue;
    int jobs;
    bool sample, speed;
};

/* ---- mutate_work.c ------------------------------------------------------- */

/* A file MUTANTS_FOLDER/name/NN_lab/lab.ext, so that SRC=FOLDER/name grades it;
 * and what stands in it. 0, or -1 with a message printed. */
int mutate_place(const struct subject *b, const char *name, char *path,
                 size_t size);
int mutate_write(const char *path, const char *text);

/* What has become of it, with the check's words in *t. `same`: the compiler has
 * made the same of it as of the solution. */
enum fate mutate_fate(const struct graded *g, bool same, struct trial *t);

/* A worker's process, to its end. */
_Noreturn void mutate_work(const struct mutate *m, int worker);

/* ---- mutate_report.c ----------------------------------------------------- */

/* A lab whose trials are done. -1 if the judge gave up. */
int mutate_report_lab(struct mutate *m, struct subject *b);
void mutate_report_all(const struct mutate *m);
void mutate_write_csv(const struct mutate *m);
/* The last sentence, and what it means as an exit code. */
int mutate_say_result(const struct mutate *m);

#endif
