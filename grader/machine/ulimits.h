/*
 * ulimits.h - the limits of every process that a grading starts, in one table.
 * Nothing is inherited: whatever the user's shell has set, a process gets the
 * table's value, or where a hard limit is lower, that. Whether this shell, user
 * and container allow what a grading takes is asked before anything is graded,
 * so that what is forbidden here is never said of the student's code.
 */
#ifndef ULIMITS_H
#define ULIMITS_H

#include <stdbool.h>
#include <stddef.h>

#define JOB_SECONDS 10 /* of the processor; no lab's takes more than one */
#define JOB_NVCC_SECONDS 60
#define JOB_FILE_SIZE ((size_t)256 << 20)  /* bytes, of each that it writes */
#define JOB_MEMORY ((size_t)1 << 30)       /* of addresses, but for nvcc */
#define JOB_NVCC_MEMORY ((size_t)16 << 30) /* which uses a tenth */
#define SANDBOX_MEMORY ((size_t)4 << 30)   /* bytes of data of its own ... */
#define SANDBOX_STACK ((size_t)9 << 20)    /* ... and for each thread */
#define SANDBOX_DATA ((size_t)8 << 30)     /* of a .cu file */
#define SANDBOX_CPU_SECONDS 60             /* for each core */

/* What runs in a process; its column in the table. */
enum ulimits_kind {
    ULIMITS_JUDGE, /* the kit and the check programs: soft limits only, since
                    * their children get others */
    ULIMITS_COMPILER,
    ULIMITS_NVCC,
    ULIMITS_PLAIN, /* the student's code ... */
    ULIMITS_DETECTOR,
    ULIMITS_DEVICE, /* ... on the CPU device, checked or not */
    ULIMITS_GPU,
    ULIMITS_KINDS
};

/* Give this process, and what it becomes, the limits of its kind. The student's
 * code gets memory for the stacks of so many threads, and time for so many
 * cores; the others take 0 and 1. True if any soft limit has changed. */
bool ulimits_set(enum ulimits_kind kind, int threads, int cores);

/*
 * Gives this process the judge's limits. True if they then suffice; else false
 * with one sentence in why[size]: which limit it is, what is needed, and what
 * to type.
 */
bool ulimits_suffice(char *why, size_t size);

/* Processes and threads that this user may still start, in this cgroup as well;
 * -1 for any number. Root may start any. */
long ulimits_processes_left(void);

/* Processes and threads that the cgroup of this process, or one above it, still
 * allows; -1 if none limits them. For tests: as ulimits_suffice() finds them
 * with "/sys/fs/cgroup" and "/proc/self/cgroup". */
long ulimits_pids_at(const char *cgroup_root, const char *proc_cgroup_file);

#endif
