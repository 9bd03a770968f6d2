/*
 * measure.c - how long a call took, on a machine that is busy with other
 * things: the cores there are, the threads' times from /proc, the time that
 * counts, and the statistics behind a verdict. measure.h has the rules,
 * docs/measuring.md the reasons.
 */
#define _GNU_SOURCE /* sched_getaffinity, gettid, CPU_ALLOC */
#include "machine/measure.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <sched.h>
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

/* ---- cores --------------------------------------------------------------- */

/* The kernel wants room for every CPU that it could ever have, and says EINVAL
 * if the mask is smaller; a plain cpu_set_t ends at 1024. So: ask, double the
 * room, ask again. */
static int affinity_cores(void)
{
    enum { FIRST = 1024, LAST = 1 << 22 };

    for (int cpus = FIRST; cpus <= LAST; cpus *= 2) {
        cpu_set_t *mask = CPU_ALLOC(cpus);
        size_t size = CPU_ALLOC_SIZE(cpus);

        if (!mask)
            break;
        int failed = sched_getaffinity(0, size, mask);
        bool too_small = failed && errno == EINVAL;
        int n = failed ? 0 : CPU_COUNT_S(size, mask);
        CPU_FREE(mask);
        if (n > 0)
            return n;
        if (!too_small)
            break;
    }

    /* no mask to be had: what the machine has is the next best answer */
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 && online <= INT_MAX ? (int)online : 1;
}

/* The first `max` numbers of a one-line file; returns how many there are. A
 * word ("max") ends the list; a file that cannot be read has none. */
static int read_numbers(const char *path, double *number, int max)
{
    char line[128];
    int n = 0;
    FILE *file = fopen(path, "re");

    if (!file)
        return 0;
    if (fgets(line, sizeof line, file)) {
        char *rest = line, *end;
        for (; n < max; n++, rest = end) {
            number[n] = (double)strtoll(rest, &end, 10);
            if (end == rest)
                break;
        }
    }
    fclose(file); /* only read from: nothing can be lost */
    return n;
}

/* The quota of one group, 0 if it has none: v2 keeps "quota period" in one
 * file, v1 keeps them in two and says -1 for none. Both are microseconds. */
static double group_quota(const char *folder)
{
    static const char *const names[] = {"cpu.max", "cpu.cfs_quota_us",
                                        "cpu.cfs_period_us"};
    char path[3][PATH_MAX];
    double time[2];

    for (int i = 0; i < 3; i++) {
        int length = snprintf(path[i], PATH_MAX, "%s/%s", folder, names[i]);
        if (length < 0 || length >= PATH_MAX)
            return 0;
    }
    if (read_numbers(path[0], time, 2) != 2 &&
        (read_numbers(path[1], time, 1) != 1 ||
         read_numbers(path[2], time + 1, 1) != 1))
        return 0;
    return time[0] > 0 && time[1] > 0 ? time[0] / time[1] : 0;
}

/* The smaller of two quotas, where 0 means none. */
static double tighter(double a, double b)
{
    if (a <= 0 || b <= 0)
        return a > b ? a : b;
    return a < b ? a : b;
}

/* The tightest quota of `group` ("/a/b") and its ancestors below `mount`. A
 * folder that is not there has no quota: in a container the path in
 * /proc/self/cgroup may be the host's while the mount shows the container's
 * own group at its top. */
static double branch_quota(const char *mount, const char *group)
{
    char folder[PATH_MAX];
    size_t top = strlen(mount);
    double quota = 0;

    /* "/../x" is a group outside of what this mount shows: only the top of
     * the mount is left to look at. */
    if (strncmp(group, "/..", 3) == 0 && (!group[3] || group[3] == '/'))
        group = "";
    int length = snprintf(folder, sizeof folder, "%s%s", mount, group);
    if (length < 0 || (size_t)length >= sizeof folder)
        return 0;

    for (;;) {
        quota = tighter(quota, group_quota(folder));
        char *last = strrchr(folder + top, '/');
        if (!last)
            return quota;
        *last = '\0';
    }
}

/* Whether a comma-separated list holds the word "cpu" (not "cpuset"). */
static bool lists_cpu(const char *list)
{
    while (*list) {
        size_t length = strcspn(list, ",");
        if (length == 3 && strncmp(list, "cpu", 3) == 0)
            return true;
        list += length + (list[length] == ',');
    }
    return false;
}

double measure_quota_at(const char *cgroup_root, const char *proc_cgroup_file)
{
    /* where systems mount the hierarchies, below cgroup_root */
    static const char *const v2[] = {"", "/unified", NULL};
    static const char *const v1[] = {"/cpu", "/cpu,cpuacct", "/cpuacct,cpu",
                                     NULL};
    char *line = NULL, mount[PATH_MAX];
    size_t room = 0;
    double quota = 0;
    FILE *file = fopen(proc_cgroup_file, "re");

    if (!file)
        return 0;
    while (getline(&line, &room, file) > 0) {
        /* hierarchy:controllers:group, and the group may contain colons */
        char *controllers = strchr(line, ':');
        char *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group)
            continue;
        *controllers++ = '\0';
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';

        const char *const *usual = NULL;
        if (strcmp(line, "0") == 0 && !*controllers)
            usual = v2;
        else if (lists_cpu(controllers))
            usual = v1;
        for (; usual && *usual; usual++) {
            int n = snprintf(mount, sizeof mount, "%s%s", cgroup_root, *usual);
            if (n > 0 && (size_t)n < sizeof mount)
                quota = tighter(quota, branch_quota(mount, group));
        }
    }
    free(line);
    fclose(file); /* only read from: nothing can be lost */
    return quota;
}

int measure_cores_under(int affinity, double quota)
{
    if (!(quota > 0 && quota < affinity))
        return affinity;
    /* Rounded down: with 2 threads on a quota of 1.5 one of them waits. */
    return quota < 1 ? 1 : (int)quota;
}

int measure_cores(int *affinity, double *quota)
{
    int cores = affinity_cores();
    double limit = measure_quota_at("/sys/fs/cgroup", "/proc/self/cgroup");

    if (affinity)
        *affinity = cores;
    if (quota)
        *quota = limit;
    return measure_cores_under(cores, limit);
}

/* ---- threads' times ------------------------------------------------------ */

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

/* ---- the time that counts ------------------------------------------------ */

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

double measure_counted(const struct snapshot *before,
                       const struct snapshot *after, double wall, int cores)
{
    struct usage u = measure_usage(before, after, wall);

    return measure_time(&u, cores);
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

/* ---- statistics ---------------------------------------------------------- */

static bool any_nan(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (isnan(x[i]))
            return true;
    return false;
}

/* The value that is rank-th (1..n) when sorted. Counting for every value how
 * many are below it costs n*n steps, little for hundreds, and needs no sorted
 * copy, so it cannot run out of memory. No NANs, please. */
static double order_statistic(const double *x, int n, int rank)
{
    for (int i = 0; i < n; i++) {
        int below = 0, equal = 0;
        for (int j = 0; j < n; j++) {
            below += x[j] < x[i];
            equal += x[j] == x[i];
        }
        if (below < rank && rank <= below + equal)
            return x[i];
    }
    return NAN; /* rank out of range */
}

double measure_quartile(const double *x, int n)
{
    return any_nan(x, n) ? NAN : order_statistic(x, n, (n + 3) / 4);
}

double measure_median(const double *x, int n)
{
    if (n < 1 || any_nan(x, n))
        return NAN;
    if (n % 2)
        return order_statistic(x, n, n / 2 + 1);
    /* halves first: the sum of two large values could overflow */
    return order_statistic(x, n, n / 2) / 2 +
           order_statistic(x, n, n / 2 + 1) / 2;
}

/* The largest rank r for which (x_r, x_n+1-r) still covers the median well
 * enough; 0 if not even the extremes do. The interval misses on one side if
 * at most r - 1 of n fair coins show heads, so that chance may be at most
 * (1 - confidence) / 2. */
static int interval_rank(int n, double confidence)
{
    /* room for rounding, so that 0.9921875 is still reached by n = 8 */
    double allowed = (1 - confidence) / 2 * (1 + 1e-12);
    /* in logarithms: 2 to the -n is no double any more beyond n = 1074 */
    double log_chance = -n * log(2);
    double tail = 0;
    int rank = 0;

    while (2 * (rank + 1) <= n + 1) {
        tail += exp(log_chance); /* exactly `rank` heads */
        if (!(tail <= allowed))
            break;
        log_chance += log((double)(n - rank) / (rank + 1));
        rank++;
    }
    return rank;
}

struct interval measure_interval(const double *x, int n, double confidence)
{
    struct interval i = {-INFINITY, measure_median(x, n), INFINITY};
    int rank = interval_rank(n, confidence);

    if (rank > 0 && !isnan(i.middle)) {
        i.low = order_statistic(x, n, rank);
        i.high = order_statistic(x, n, n + 1 - rank);
    }
    return i;
}

enum check_status measure_decide(struct interval i, double goal)
{
    /* said so that a NAN in any of the three is no interval */
    if (!(i.low <= i.middle && i.middle <= i.high))
        return STATUS_UNTOLD;
    if (i.low >= goal)
        return STATUS_PASS;
    if (i.high < goal)
        return STATUS_FAIL;
    return STATUS_UNTOLD;
}

/* ---- pairs and what they say --------------------------------------------- */

/* Of the time that all cores have during a call, or of one core for the run
 * delay: this much may be lost where they still count as ours. */
static const double lost_most = 0.1;
/* Where others use the cores as well, the same work costs more CPU time: others
 * fill the caches, and who has to share a core is switched for every wait. Not
 * less than this part of it would be left on cores of its own. */
static const double dearer = 0.8;
static const double sure = 0.999, rather_sure = 0.9;
static const double busy = 0.8; /* of the goal; see measure_verdict() */

/* Whether so many at once are threads that ran together, not in turns. */
static double together_from(int cores)
{
    return 1 + (cores - 1) / 4.0;
}

struct pair measure_pair(const struct usage *yours, const struct usage *ceiling,
                         int cores)
{
    /* More working threads than cores wait for each other. Then run delay does
     * not tell what the neighbours took. */
    bool delays_tell = yours->delays_known && yours->workers <= cores;
    struct pair p = {
        .yours = measure_time(yours, cores),
        .ceiling = measure_time(ceiling, cores),
        .at_once = yours->cpu > 0 ? yours->cpu / yours->wall : NAN,
        /* The ceiling could use all cores all the time. Did it? */
        .quiet = ceiling->cpu >= (1 - lost_most) * cores * ceiling->wall,
    };

    if (delays_tell && yours->delay_all > lost_most * yours->wall)
        p.quiet = false;
    /* What neighbours took is then known only from the ceiling, which met the
     * same neighbours. */
    if (yours->workers > cores && ceiling->wall > 0) {
        double shared = yours->wall * (p.ceiling / ceiling->wall);
        if (p.yours < shared)
            p.yours = shared;
    }
    /* At any moment a call waits for one thing at most. So each second of run
     * delay has cost it a second at most, and perhaps none. */
    double share = yours->cpu / cores * (p.quiet ? 1 : dearer);
    if (delays_tell)
        p.least = yours->wall - yours->delay_all;
    else
        p.least = p.quiet ? p.yours : share;
    if (p.least < share)
        p.least = share;
    if (p.least > p.yours)
        p.least = p.yours;
    return p;
}

/* One figure of every pair that decides, and its interval. */
enum figure { YOURS, LEAST, CEILING, FRACTION, FRACTION_AT_BEST, AT_ONCE };

static double figure(const struct pair *p, enum figure f)
{
    switch (f) {
    case YOURS:
        return p->yours;
    case LEAST:
        return p->least;
    case CEILING:
        return p->ceiling;
    case FRACTION:
        return p->ceiling / p->yours;
    case FRACTION_AT_BEST:
        return p->ceiling / p->least;
    case AT_ONCE:
        return p->at_once;
    }
    return NAN;
}

static int figures(const struct pair *pair, int n, bool quiet_only,
                   enum figure f, double *x)
{
    int k = 0;

    for (int i = 0; i < n; i++)
        if (pair[i].quiet || !quiet_only)
            x[k++] = figure(&pair[i], f);
    return k;
}

static struct interval interval_of(const struct pair *pair, int n,
                                   bool quiet_only, enum figure f)
{
    double x[MEASURE_MAX_PAIRS] = {0};
    int k = figures(pair, n, quiet_only, f, x);

    return measure_interval(x, k, sure);
}

static double quartile_of(const struct pair *pair, int n, bool quiet_only,
                          enum figure f)
{
    double x[MEASURE_MAX_PAIRS] = {0};
    int k = figures(pair, n, quiet_only, f, x);

    return measure_quartile(x, k);
}

/* Whether it is as fast in the pairs in which its threads ran together. If
 * they had the same core in turns they were not in each other's way, and it
 * does not show what a lock, or a counter that all change, costs. */
static bool fast_together(const struct pair *pair, int n, int cores,
                          double goal)
{
    double x[MEASURE_MAX_PAIRS] = {0};
    int k = 0;

    for (int i = 0; i < n; i++)
        if (!(pair[i].at_once < together_from(cores)))
            x[k++] = figure(&pair[i], FRACTION);
    return k > 0 && measure_interval(x, k, rather_sure).low >= goal;
}

struct verdict measure_verdict(const struct pair *pair, int n, int enough,
                               int cores, double goal)
{
    struct verdict v = {.status = STATUS_UNTOLD,
                        .slowest = -INFINITY,
                        .fastest = INFINITY};
    int n_quiet = 0;
    bool hopeless = n > 0;

    for (int i = 0; i < n; i++) {
        n_quiet += pair[i].quiet;
        hopeless = hopeless && pair[i].ceiling / pair[i].least < goal / 3;
    }
    bool quiet = n_quiet >= enough;
    v.pairs = quiet ? n_quiet : n;
    v.yours = interval_of(pair, n, quiet, YOURS);
    v.ceiling = interval_of(pair, n, quiet, CEILING);
    v.fraction = interval_of(pair, n, quiet, FRACTION);
    v.yours_at_ease = quartile_of(pair, n, quiet, YOURS);
    if (hopeless) { /* no statistics needed, save the time */
        v.status = STATUS_FAIL;
        return v;
    }
    if (n < enough)
        return v;

    /* Trouble that hits one of the two again and again moves the median, but
     * not what both can do in a quiet moment: the two must agree. */
    double ceiling_at_ease = quartile_of(pair, n, quiet, CEILING);
    struct interval at_best = interval_of(pair, n, quiet, FRACTION_AT_BEST);
    double fast_at_ease = ceiling_at_ease / quartile_of(pair, n, quiet, LEAST);
    double slow_at_ease = ceiling_at_ease / v.yours_at_ease;
    bool fast = v.fraction.low >= goal && slow_at_ease >= goal;
    /* Where others work, too, the one who shares out work as it comes loses
     * more than the ceiling does: only what is far off is known to be slow. */
    double slow_below = quiet ? goal : busy * goal;
    bool slow = measure_decide(at_best, slow_below) == STATUS_FAIL &&
                fast_at_ease < slow_below;

    v.slowest = fmin(v.fraction.low, slow_at_ease);
    v.fastest = fmax(at_best.high, fast_at_ease);
    if (slow) {
        v.status = STATUS_FAIL;
    } else if (fast && fast_together(pair, n, cores, goal)) {
        v.status = STATUS_PASS;
    } else if (fast) {
        /* Were the cores its own, and did it not use them? */
        v.why = WHY_IN_TURNS;
        if (quiet &&
            interval_of(pair, n, true, AT_ONCE).high < together_from(cores)) {
            v.status = STATUS_FAIL;
            v.why = WHY_ONE_CORE;
        }
    }
    return v;
}
