/*
 * job.h - compilers and their like, run several at once. They read text that
 * we do not trust (#include "/dev/zero" is one line, .incbin in an asm string
 * embeds any file), so each sees only what its wall leaves open (wall.h), has
 * limits on time, memory and file size, and is ended with all its helpers.
 *
 * Rules of use:
 * - A job begins with zeros, but for `output` and `kind`; then its command
 *   line is added, the program first.
 * - Between interrupt_hold() and its end only: a signal that waits ends them.
 */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "machine/ulimits.h"
#include "sandbox/wall.h"

#define JOB_ARGS 48
#define JOB_IDLE_SECONDS 15 /* in which it did nothing */
#define JOB_PATIENCE 300    /* seconds by the clock, for all of an answer */

struct job {
    const char *argv[JOB_ARGS];
    int argc;
    char store[4096]; /* the arguments' text */
    size_t used;
    enum ulimits_kind kind; /* whose limits it has */

    char output[600]; /* file that gets what the compiler prints */
    pid_t pid;        /* 0: not running */
    int status;       /* as from waitpid() */
    bool slow;        /* ended because it, or all together, took too long */
    bool idle;        /* ended by us: it waits for something */
    double cpu;       /* seconds that it and its helpers have used ... */
    double since;     /* ... since then, on our clock */
};

/* printf one argument. What does not fit is left out; the compiler then
 * complains about the rest. */
void job_add(struct job *j, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Several arguments in one string, separated by blanks. */
void job_add_words(struct job *j, const char *words);

/* What the jobs of one answer share; `cpu` and `begun` are 0 at first. */
struct jobs {
    const char *work;        /* their folder for temporary files */
    enum wall_kind kind;     /* of what stands around them */
    const struct wall *wall; /* what they may see then */
    double cpu;              /* seconds of JOB_SECONDS a core that are gone */
    double begun;            /* on our clock */
};

/* Run all jobs at the same time. 0, or -1 for trouble of our own: said, or we
 * were interrupted. */
int jobs_run(struct job *jobs, int n, struct jobs *of);

/* The processor time that it may use, with all its helpers. */
int job_seconds(const struct job *j);

/* It ended, and with exit code 0. */
bool job_went_well(const struct job *j);

#endif
