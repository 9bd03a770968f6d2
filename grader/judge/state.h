/*
 * state.h - what is known of the running test and of the student's process in
 * it. Not for check.c files. Each test is a process of its own, so all of this
 * begins anew with each; only the table is shared by them all.
 */
#ifndef STATE_H
#define STATE_H

#include <setjmp.h>

#include "judge/judge.h"
#include "machine/measure.h"
#include "sandbox/sandbox.h"
#include "show/results.h"

/* What a second look is for, see closer.h. */
enum closer { CLOSER_NOT, CLOSER_CRASH, CLOSER_CALL, CLOSER_VALUES };

/* What again.c says of a wrong result. */
enum again_sentence {
    AGAIN_NOTHING,
    AGAIN_TEAM,         /* right with all that were asked for */
    AGAIN_LEFT,         /* right as the first call, wrong as the second */
    AGAIN_NOW_AND_THEN, /* right at one time */
    AGAIN_NEW,          /* right in a new process */
    AGAIN_SHARING,      /* right with one thread */
    AGAIN_ORDER,        /* ... and differently wrong with more */
    AGAIN_ALONE,        /* wrong with one thread as well */
    AGAIN_SENTENCES
};

/* Said where an array was not written. */
#define NO_LAUNCH_IN_CALL SAY(no_launch_in_call)

/* Seen by all forked children of the check program. */
struct judge_table {
    int n;
    struct finding check[RESULTS_MAX_CHECKS];
    /* Of tests that were run once more; STATUS_FAIL: there is one. */
    struct finding first_look[RESULTS_MAX_CHECKS];
    struct speed speed;
    struct ladder ladder;
    bool slow[RESULTS_MAX_CHECKS]; /* only threads that come late were told */
    bool serial;                   /* one thread did it all: no race check */
    bool for_show; /* ... and the others seemed to: no right result counts */
    bool watched;  /* a race check has seen all kernels of its calls */
    bool worked;   /* a kernel has touched memory, in whatever test */
    bool launched; /* ... or has at least run */
    int refused;   /* a line that the device refused, where a call should have
                    * worked; -1: not known which; 0: none */
    bool wrong;    /* a correctness or output check failed: no speed check */
    bool
        wrong_in_order; /* ... and not on a GPU: its blocks come in any order */
    int said_again[AGAIN_SENTENCES]; /* by which test, from 1; 0: none */
    /* What a message guesses, as it stands in it: see judge_guesses(). */
    char guess[RESULTS_MAX_CHECKS][2][400];
    bool left[RESULTS_MAX_CHECKS]; /* only of what was left behind: memory */
    bool edge[RESULTS_MAX_CHECKS]; /* something was written beside an array */
    int stuck;         /* so often the student's code did not come back */
    bool stuck_in_nit; /* ... in a nit: then no other one is tried */
};

struct judge_state {
    /* from the command line */
    const char *work;   /* holds the executables */
    const char *source; /* the student's file */
    uint64_t seed;
    double goal;
    bool quick; /* up to the first failure, without speed; why is not asked */
    char archer[256];
    char memcheck[256]; /* compute-sanitizer's path; "" if it is not there */

    bool gpu;      /* the running test runs on the GPU */
    int gpu_lock;  /* gpu_lock()'s answer, for tests on it */
    int round;     /* 0, or 1: the test runs once more, from the beginning */
    bool again;    /* leave and do that */
    bool unfilled; /* BUILD_PLAIN is that build, and not BUILD_FILLED */

    enum closer closer, closer_next; /* in this round, in the next one */
    char closer_begin[400];          /* what the sentence begins with */
    char closer_error[64];           /* of CLOSER_CALL, its name */
    bool closer_saw;                 /* there is one */

    struct judge_table *table;
    int current; /* the running test's place in the table */
    jmp_buf leave;
    uint64_t random[4];
};
extern struct judge_state judge;

/* The running test's finding, in the table. */
static inline struct finding *current(void)
{
    return &judge.table->check[judge.current];
}

/* judge_random()'s next numbers come from the system: nobody can work them out
 * from the seed, nor from those before. */
void random_anew(void);
void cases_begin(void); /* adds the code's own sizes to judge_sizes */

/* Something that should never fail did, with errno: the test has no verdict. */
_Noreturn void own_trouble(const char *what);

/* A process that takes requests: the student's, or our own trusted one. */
struct peer {
    pid_t pid;
    int control;
    struct sandbox *box; /* null for the trusted one */
};

/* The student's process of the running test, and what it did last. */
struct student {
    bool running;
    bool idle;    /* all its calls so far have come back */
    bool program; /* it is no runner, but a program with its own main() */
    bool late;    /* did not come back, or prints without end: do not wait */
    enum build build;
    struct sandbox box;
    struct peer peer;
    int team;        /* threads that judge_start() offers */
    int limit;       /* of them OpenMP gives so many; 0: all */
    bool fewer;      /* or, from now on, one: no_more_threads(), teams.h */
    bool wide;       /* judge_start_wide() */
    bool mixed;      /* its judge_call()s were not all of one function */
    bool made_up;    /* its CPU device is not as always */
    uint32_t number; /* of the last request */
    int calls;       /* judge_call()s of this process */

    struct call {
        const char *function;
        enum value_type returns;
        struct judge_args args;
    } last;
    double took;        /* seconds that the last judge_call() needed */
    bool woken;         /* a wait has come back by itself since judge_clear() */
    struct reply reply; /* to the last judge_call(); its launches: to the last
                         * judge_dry_call() as well */
    bool long_call;     /* the last call was judge_long_call() */

    struct simt_report *device; /* BUILD_CHECK: what it has reported ... */
    uint64_t launches;          /* ... and the launches that ran */
    bool marked;                /* its end mark has come ... */
    int32_t reports;            /* ... and says that so many were written */
    bool no_leaks;              /* judge_no_leaks() */
    bool no_streams;            /* judge_no_streams() */
    bool refuses; /* its CPU device does, see judge_refuse() and the like */
    const char *withheld; /* judge_says_withheld(); null: nothing */
    bool right;           /* what fails is not the result: speed counts */
    bool timed;           /* it is what a timed call gave that is looked at */
};
extern struct student student;

#endif
