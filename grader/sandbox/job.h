/*
 * job.h - compilers and their like, run several at once. They read text that
 * we do not trust (#include "/dev/zero" is one line), so each has limits on
 * time, memory and file size, and is ended with all its helpers.
 *
 * Rules of use:
 * - A job begins with zeros, but for `output` and `memory`; then its command
 *   line is added, the program first.
 * - Between interrupt_hold() and its end only: a signal that waits ends them.
 */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/types.h>

#define JOB_ARGS 48
#define JOB_SECONDS 60      /* of the processor, for each of its processes */
#define JOB_IDLE_SECONDS 20 /* in which it did nothing */
#define JOB_FILE_SIZE ((rlim_t)256 << 20) /* bytes, of each that it writes */
#define JOB_MEMORY ((rlim_t)1 << 30)      /* of addresses, but for nvcc */

struct job {
    const char *argv[JOB_ARGS];
    int argc;
    char store[4096]; /* the arguments' text */
    size_t used;
    char output[600]; /* file that gets what the compiler prints */
    rlim_t memory;    /* limit on its addresses */
    pid_t pid;        /* 0: not running */
    int status;       /* as from waitpid() */
    bool slow;        /* ended because it took too long */
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

/* Run all jobs at the same time, with `work` as their folder for temporary
 * files. 0, or -1 for trouble of our own: said, or we were interrupted. */
int jobs_run(struct job *jobs, int n, const char *work);

/* It ended, and with exit code 0. */
bool job_went_well(const struct job *j);

#endif
