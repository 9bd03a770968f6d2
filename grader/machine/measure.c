/*
 * measure.c - how long a call took, on a machine that is busy with other
 * things: the threads' times from /proc, and the time that counts. measure.h
 * has the rules, docs/measuring.md the reasons. Of measure.h, cores.c counts
 * cores, and verdict.c has the statistics behind a verdict.
 */
#define _GNU_SOURCE /* gettid */
#include "machine/measure.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S 1e9

double measure_now(void)
{
    struct timespec t;

    /* cannot fail on Linux; NAN would make every later verdict "untold" */
    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        return NAN;
    return (double)t.tv_sec + (double)t.tv_nsec / NS_PER_S;
}

/* ---- threads' times ----------------------------------------------------- */

/* Three numbers from folder/name (name alone if folder is AT_FDCWD): CPU time,
 * run delay, turns on a core. 0, or -1 and errno. */
static int read_schedstat(int folder, const char *name, uint64_t number[3])
{
    char text[96];
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return -1;
    ssize_t length = read(fd, text, sizeof text - 1);
    int why = errno;
    close(fd); /* only read from: nothing can be lost */
    if (length < 0) {
        errno = why;
        return -1;
    }
    text[length] = '\0';
    if (sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64, &number[0], &number[1],
               &number[2]) != 3) {
        errno = EPROTO;
        return -1;
    }
    return 0;
}

bool measure_delay_counts(const char *schedstat_file)
{
    uint64_t number[3];

    /* The kernel adds to delay and turns in the same place, and the one who
     * reads has had a turn: no turns means that nobody counts. */
    return read_schedstat(AT_FDCWD, schedstat_file, number) == 0 &&
           number[2] > 0;
}

bool measure_has_delay(void)
{
    char path[64];

    int n = snprintf(path, sizeof path, "/proc/self/task/%d/schedstat",
                     (int)gettid());
    return n > 0 && (size_t)n < sizeof path && measure_delay_counts(path);
}

/* Enter one reading. Counters only grow: if they went back, a new thread has
 * the number of one that ended, and both are kept. */
static void note_thread(struct snapshot *s, const struct thread_times *now)
{
    for (int i = s->n - 1; i >= 0; i--) {
        struct thread_times *old = &s->thread[i];
        if (old->tid != now->tid)
            continue;
        if (old->cpu_ns > now->cpu_ns || old->delay_ns > now->delay_ns)
            break;
        *old = *now;
        return;
    }
    if (s->n < MEASURE_MAX_THREADS)
        s->thread[s->n++] = *now;
}

int measure_update(pid_t pid, struct snapshot *s)
{
    char path[64];
    int seen = 0, why = ESRCH;
    clockid_t clock;
    struct timespec used;

    if (clock_getcpuclockid(pid, &clock) == 0 &&
        clock_gettime(clock, &used) == 0)
        s->process_ns =
            (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;

    int length = snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    DIR *folder =
        length > 0 && (size_t)length < sizeof path ? opendir(path) : NULL;
    if (!folder) {
        if (errno == ENOENT)
            errno = ESRCH;
        return -1;
    }

    struct dirent *entry;
    for (errno = 0; (entry = readdir(folder)); errno = 0) {
        char name[sizeof entry->d_name + sizeof "/schedstat"];
        uint64_t number[3];

        if (entry->d_name[0] == '.')
            continue;
        length = snprintf(name, sizeof name, "%s/schedstat", entry->d_name);
        if (length < 0 || (size_t)length >= sizeof name)
            continue;
        if (read_schedstat(dirfd(folder), name, number) != 0) {
            why = errno; /* ended since readdir, or no schedstat at all */
            continue;
        }
        struct thread_times now = {
            .tid = (pid_t)strtol(entry->d_name, NULL, 10),
            .cpu_ns = number[0],
            .delay_ns = number[1],
            .turns = number[2],
        };
        note_thread(s, &now);
        seen++;
    }
    int broken = errno; /* 0 at the folder's end */
    closedir(folder);   /* only read from: nothing can be lost */

    if (seen > 0 && !broken)
        return 0;
    /* ENOENT from a process that is still there means: no schedstat */
    if (broken)
        why = broken;
    errno = access(path, F_OK) == 0 ? why : ESRCH;
    return -1;
}

int measure_snapshot(pid_t pid, struct snapshot *s)
{
    s->n = 0;
    s->process_ns = 0;
    return measure_update(pid, s);
}

/* The state of a thread, as in ps; 0 if it has gone. */
static char state_of(int folder, const char *tid)
{
    char name[300], text[512];
    int fd, length = snprintf(name, sizeof name, "%s/stat", tid);
    ssize_t n;

    if (length < 0 || (size_t)length >= sizeof name)
        return 0;
    fd = openat(folder, name, O_RDONLY | O_CLOEXEC);
    n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd); /* only read from: nothing can be lost */
    text[n < 0 ? 0 : n] = '\0';

    const char *end = strrchr(text, ')'); /* the name may hold any character */
    return end && end[1] ? end[2] : 0;
}

bool measure_asleep(pid_t pid)
{
    char path[64];
    bool awake = false, seen = false;
    struct dirent *entry;
    DIR *folder;

    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    folder = opendir(path);
    while (folder && !awake && (entry = readdir(folder))) {
        const char state = entry->d_name[0] == '.'
                               ? 0
                               : state_of(dirfd(folder), entry->d_name);

        seen |= state != 0;
        awake = state == 'R' || state == 'D';
    }
    if (folder)
        closedir(folder);
    return seen && !awake;
}

bool measure_group(pid_t group, double *cpu, bool *asleep)
{
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    bool seen = false;

    *cpu = 0;
    *asleep = true;
    while (proc && (entry = readdir(proc))) {
        const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        struct timespec used;
        clockid_t clock;

        if (pid <= 0 || getpgid(pid) != group)
            continue;
        seen = true;
        *asleep = *asleep && measure_asleep(pid);
        if (clock_getcpuclockid(pid, &clock) == 0 &&
            clock_gettime(clock, &used) == 0)
            *cpu += (double)used.tv_sec + (double)used.tv_nsec / NS_PER_S;
    }
    if (proc)
        closedir(proc);
    return seen;
}

/* ---- the time that counts ----------------------------------------------- */

/* What a thread had used before the call; all zero if it was not there yet.
 * Snapshots that were updated keep their order, so look at the same place
 * first. Of several with this number, the last is the one that still lived. */
static struct thread_times reading_before(const struct snapshot *before,
                                          const struct thread_times *now,
                                          int place)
{
    const struct thread_times *old = NULL;

    if (place < before->n && before->thread[place].tid == now->tid)
        old = &before->thread[place];
    for (int i = before->n - 1; !old && i >= 0; i--)
        if (before->thread[i].tid == now->tid)
            old = &before->thread[i];

    /* counters that went back: another thread got the number */
    if (!old || old->cpu_ns > now->cpu_ns || old->delay_ns > now->delay_ns)
        return (struct thread_times){.tid = now->tid};
    return *old;
}

double measure_cpu(const struct snapshot *before, const struct snapshot *after)
{
    double all = 0;

    for (int i = 0; i < after->n; i++) {
        const struct thread_times *now = &after->thread[i];
        struct thread_times old = reading_before(before, now, i);
        all += (double)(now->cpu_ns - old.cpu_ns) / NS_PER_S;
    }
    if (before->process_ns && after->process_ns > before->process_ns) {
        double process =
            (double)(after->process_ns - before->process_ns) / NS_PER_S;
        if (all < process)
            all = process; /* threads that came and went unseen */
    }
    return all;
}

int measure_workers(const struct snapshot *before, const struct snapshot *after)
{
    uint64_t most = 0;
    int workers = 0;

    for (int round = 0; round < 2; round++)
        for (int i = 0; i < after->n; i++) {
            const struct thread_times *now = &after->thread[i];
            uint64_t cpu = now->cpu_ns - reading_before(before, now, i).cpu_ns;
            if (round == 0 && cpu > most)
                most = cpu;
            if (round == 1 && cpu > 0 && cpu >= most / 10)
                workers++;
        }
    return workers;
}

struct usage measure_usage(const struct snapshot *before,
                           const struct snapshot *after, double wall)
{
    const double unseen_most = 0.05; /* of the CPU time */
    struct usage u = {.wall = wall, .cpu = measure_cpu(before, after)};
    double seen = 0;

    for (int i = 0; i < after->n; i++) {
        const struct thread_times *now = &after->thread[i];
        struct thread_times old = reading_before(before, now, i);
        double cpu = (double)(now->cpu_ns - old.cpu_ns) / NS_PER_S;
        double delay = (double)(now->delay_ns - old.delay_ns) / NS_PER_S;

        seen += cpu;
        u.delay_all += delay;
        if (now->turns > old.turns)
            u.turns += (double)(now->turns - old.turns);
        if (cpu > u.cpu_most)
            u.cpu_most = cpu;
        if (delay > u.delay_most)
            u.delay_most = delay;
    }
    u.workers = measure_workers(before, after);
    /* The run delay of a thread that was not seen to its end is lost. */
    u.delays_known = after->n > 0 && u.cpu - seen <= unseen_most * u.cpu;
    return u;
}

double measure_time(const struct usage *u, int cores)
{
    /* Comparisons instead of fmax(), which would hide a wall time of NAN. */
    double counted = u->wall - u->delay_most;
    double share = u->cpu / (cores > 1 ? cores : 1);
    if (counted < u->cpu_most)
        counted = u->cpu_most;
    if (counted < share)
        counted = share;
    /* a share of 1.5 cores counts as one, which can overshoot */
    return counted > u->wall ? u->wall : counted;
}

int measure_busy(const struct snapshot *before, const struct snapshot *after,
                 double seconds)
{
    int busy = 0;

    for (int i = 0; i < after->n; i++) {
        const struct thread_times *now = &after->thread[i];
        uint64_t cpu = now->cpu_ns - reading_before(before, now, i).cpu_ns;
        busy += (double)cpu >= seconds * NS_PER_S;
    }
    return busy;
}
