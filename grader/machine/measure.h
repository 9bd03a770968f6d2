/*
 * measure.h - how long a call took, on a machine that is busy with other
 * things. docs/measuring.md explains the method to a student.
 *
 * The time that counts for a call is its wall time minus the largest run
 * delay over the threads of the process during the call, and never less than
 *   - the largest CPU time that any one thread used during the call, nor
 *   - the CPU time of the process divided by the usable cores;
 * the two floors stop a process from creating run delay on purpose (more
 * threads than cores, an idle thread that starves).
 * Run delay: second field of /proc/PID/task/TID/schedstat, the nanoseconds
 * that a thread was ready to run but had no core (kernel
 * Documentation/scheduler/sched-stats.rst). The first field is CPU time, ns.
 *
 * Rules of use:
 * - Take both readings while the process waits for its next command. The
 *   kernel adds to a thread's figures when the thread gets or leaves a core,
 *   so a thread that is running or queueing reads a little low.
 * - No global state, nothing is printed, and only measure_decide() and
 *   measure_verdict() know of verdicts. All times in seconds unless the name
 *   says ns.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/finding.h"

#define MEASURE_MAX_THREADS 1024
#define MEASURE_MAX_PAIRS 200

struct thread_times {
    pid_t tid;
    uint64_t cpu_ns;   /* time on a core, since the thread began */
    uint64_t delay_ns; /* time ready without a core, since it began */
    uint64_t turns;    /* on a core, since it began */
};

struct snapshot {
    uint64_t process_ns; /* CPU time of the process, ended threads included;
                          * 0 where the kernel does not tell */
    int n;               /* threads known */
    struct thread_times thread[MEASURE_MAX_THREADS];
};

/* Monotonic clock, seconds. */
double measure_now(void);

/* Threads that may run at once: the smaller of the affinity mask and the
 * cgroup CPU quota (v1 or v2, this group and its ancestors; rounded down, at
 * least 1). If affinity or quota are not null they get the two parts; quota
 * gets 0 where there is none. */
int measure_cores(int *affinity, double *quota);

/* Whether /proc/self/task/TID/schedstat can be read here and counts. */
bool measure_has_delay(void);

/* Read all threads of the process. 0, or -1 if the process is gone (errno is
 * ESRCH) or schedstat cannot be read (errno says why). Threads beyond the
 * maximum are left out. */
int measure_snapshot(pid_t pid, struct snapshot *s);

/* Read again into s, which holds an earlier reading: threads that ended keep
 * their last reading, new ones are added. Same return; what s knew stays. A
 * thread that began and ended between two readings is seen in process_ns
 * only. */
int measure_update(pid_t pid, struct snapshot *s);

/* Whether no thread of the process has a core or waits for one, or for a disk.
 * False where it cannot be told. */
bool measure_asleep(pid_t pid);

/* The same of all processes of a group, and the processor time of those that
 * live. False if there are none. */
bool measure_group(pid_t group, double *cpu, bool *asleep);

/* What the threads of a process did during a call of `wall` seconds. */
struct usage {
    double wall;
    double cpu;                  /* of all threads together; 0 if not known */
    double cpu_most, delay_most; /* of that thread which had the most */
    double delay_all;            /* of all threads together */
    double turns; /* on a core, of all threads together: who has slept, or had
                   * to leave a core, begins another */
    int workers;  /* threads that did a good part of the work: at least a tenth
                   * of the CPU time of the busiest. More of them than cores
                   * means that run delay may be of the program's own making */
    bool delays_known; /* false: no schedstat, or threads did a good part of
                        * the work and were gone before their last reading */
};

/* From the readings before and after; a thread that is missing in `before`
 * started from zero. after->n is 0 where there is no schedstat; cpu is then
 * the process's. */
struct usage measure_usage(const struct snapshot *before,
                           const struct snapshot *after, double wall);

/* The time that counts for it on so many cores. Never more than the wall, and
 * the wall where schedstat is missing. */
double measure_time(const struct usage *u, int cores);

/* CPU time of the process between the readings, all threads together. */
double measure_cpu(const struct snapshot *before, const struct snapshot *after);

/* usage.workers alone. */
int measure_workers(const struct snapshot *before,
                    const struct snapshot *after);

/* Threads that used at least `seconds` of CPU time between the readings. */
int measure_busy(const struct snapshot *before, const struct snapshot *after,
                 double seconds);

/* The value below which a quarter of x[0..n-1] lies, n >= 1 (nearest rank). */
double measure_quartile(const double *x, int n);

/* Median of x[0..n-1], n >= 1. x is left as it is. NAN if one of them is. */
double measure_median(const double *x, int n);

/* Distribution-free (sign test) interval for the median of x[0..n-1]: the
 * narrowest pair of symmetric order statistics that covers the median with at
 * least `confidence` (e.g. 0.99). If n is too small for that (n < 8 at 0.99)
 * low and high are -INFINITY and INFINITY, and so they are if an x is NAN.
 * Source: order-statistic interval, e.g. Conover, Practical Nonparametric
 * Statistics, section 3.2. */
struct interval measure_interval(const double *x, int n, double confidence);

/* PASS when the whole interval is at or above the goal, FAIL when it is
 * wholly below, UNTOLD otherwise; with a NAN anywhere, UNTOLD. */
enum check_status measure_decide(struct interval i, double goal);

/*
 * A call of the student's and one of the ceiling beside it. What the student's
 * would have taken on cores of its own is not known exactly where its threads
 * waited for a core; it lies between two bounds.
 */
struct pair {
    double yours; /* a pass counts this: the time that counts */
    double least; /* a fail counts this: not even without any run delay would
                   * it have taken less */
    double ceiling;
    double at_once; /* threads of yours that had a core, on average */
    bool quiet;     /* all cores were ours during both calls */
};

struct pair measure_pair(const struct usage *yours, const struct usage *ceiling,
                         int cores);

enum verdict_why {
    WHY_SPEED,    /* the figures decided, or were not clear enough */
    WHY_IN_TURNS, /* UNTOLD: fast enough, but threads hardly ran together */
    WHY_ONE_CORE, /* FAIL: fast enough, but on a core alone where it had all */
};

struct verdict {
    enum check_status status;
    enum verdict_why why;
    int pairs;                      /* that decided */
    struct interval yours, ceiling; /* times */
    struct interval fraction;       /* ceiling / yours */
    double slowest, fastest; /* fractions that it may be at, as far as this
                              * decides: UNTOLD by its speed, the goal lies
                              * between; infinite: too few pairs to say */
    double yours_at_ease;    /* the time below which a quarter of yours lie */
};

/* What n pairs say, at least `enough` for a verdict (fewer: only one on a code
 * that stays below a third of the goal). Quiet pairs decide alone where there
 * are enough of them. */
struct verdict measure_verdict(const struct pair *pair, int n, int enough,
                               int cores, double goal);

/* ---- internal: here only so that the tests can hand in their own cases -- */

/* The smallest CPU quota, in cores, of the groups that the text file
 * proc_cgroup_file (like /proc/self/cgroup) names and of their ancestors,
 * below cgroup_root (like /sys/fs/cgroup). 0 if there is none. */
double measure_quota_at(const char *cgroup_root, const char *proc_cgroup_file);

/* The cores that may be used at once of `affinity` under this quota. */
int measure_cores_under(int affinity, double quota);

/* Whether a schedstat file can be read and says that the kernel counts. */
bool measure_delay_counts(const char *schedstat_file);

#endif
