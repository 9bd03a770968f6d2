/* ulimits.c - see ulimits.h. */
#define _GNU_SOURCE
#include "machine/ulimits.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/say.h"
#include "machine/measure.h"

#define MIB ((rlim_t)1 << 20)
#define ANY RLIM_INFINITY /* as much as the hard limit allows */

/* The detectors, and the CPU device's check mode, reserve terabytes of
 * addresses and use little of them; malloc() reserves 64 MB for each of many
 * threads. So the student's code has a limit on its data. Threads of OpenMP and
 * of pthread_create() get stacks as large as RLIMIT_STACK says; under one
 * without limit the kernel lays out addresses in another order, which detectors
 * do not survive. Compilers raise theirs to 64 MB themselves. */
static const struct row {
    int what;
    rlim_t value[ULIMITS_KINDS];
    /* What a grading takes at least of the judge's; null where any will do. */
    rlim_t least, unit;
    const char *name, *command; /* of the unit; what the shell is told */
} rows[] = {
    /*               judge compiler nvcc | plain detector device GPU */
    {RLIMIT_AS,
     {ANY, JOB_MEMORY, JOB_NVCC_MEMORY, ANY, ANY, ANY, ANY},
     (rlim_t)1 << 46,
     MIB,
     N_("MB of addresses"),
     "ulimit -v unlimited"},
    {RLIMIT_DATA,
     {ANY, ANY, ANY, SANDBOX_MEMORY, ANY, SANDBOX_DATA, 2 * SANDBOX_DATA},
     4096 * MIB,
     MIB,
     N_("MB of data"),
     "ulimit -d unlimited"},
    {RLIMIT_STACK,
     {8 * MIB, 64 * MIB, 64 * MIB, 8 * MIB, 8 * MIB, 8 * MIB, 8 * MIB},
     8 * MIB,
     MIB,
     N_("MB for a thread's stack"),
     "ulimit -s 8192"},
    {RLIMIT_FSIZE,
     {ANY, JOB_FILE_SIZE, JOB_FILE_SIZE, 16 * MIB, 16 * MIB, 16 * MIB,
      16 * MIB},
     256 * MIB,
     MIB,
     N_("MB in a file"),
     "ulimit -f unlimited"},
    {RLIMIT_NOFILE,
     {1024, 1024, 1024, 64, 64, 64, 1024},
     256,
     1,
     N_("open files"),
     "ulimit -n 1024"},
    {RLIMIT_CPU,
     {ANY, JOB_SECONDS + 1, JOB_NVCC_SECONDS + 1, SANDBOX_CPU_SECONDS,
      SANDBOX_CPU_SECONDS, SANDBOX_CPU_SECONDS, SANDBOX_CPU_SECONDS},
     600,
     1,
     N_("seconds of processor time"),
     "ulimit -t unlimited"},
    /* of the user, which ulimits_processes_left() counts */
    {RLIMIT_NPROC, {ANY, ANY, ANY, ANY, ANY, ANY, ANY}, 0, 0, NULL, NULL},
    {RLIMIT_CORE, {0}, 0, 0, NULL, NULL},
    {RLIMIT_RSS, {ANY, ANY, ANY, ANY, ANY, ANY, ANY}, 0, 0, NULL, NULL},
    /* drivers lock memory */
    {RLIMIT_MEMLOCK, {ANY, 0, 0, 0, 0, 0, ANY}, 0, 0, NULL, NULL},
    {RLIMIT_LOCKS, {ANY, ANY, ANY, ANY, ANY, ANY, ANY}, 0, 0, NULL, NULL},
    {RLIMIT_MSGQUEUE, {0}, 0, 0, NULL, NULL},
    {RLIMIT_SIGPENDING, {ANY, ANY, ANY, ANY, ANY, ANY, ANY}, 0, 0, NULL, NULL},
    {RLIMIT_NICE, {0}, 0, 0, NULL, NULL}, /* nobody gets a better place */
    {RLIMIT_RTPRIO, {0}, 0, 0, NULL, NULL},
    {RLIMIT_RTTIME, {ANY, ANY, ANY, ANY, ANY, ANY, ANY}, 0, 0, NULL, NULL},
};

bool ulimits_set(enum ulimits_kind kind, int threads, int cores)
{
    bool changed = false;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *l = &rows[i];
        rlim_t value = l->value[kind];
        struct rlimit now, then;

        if (value != ANY && l->what == RLIMIT_DATA)
            value += (rlim_t)threads * SANDBOX_STACK;
        if (value != ANY && l->what == RLIMIT_CPU)
            value *= (rlim_t)cores;
        if (getrlimit(l->what, &now))
            continue;
        then.rlim_cur = value < now.rlim_max ? value : now.rlim_max;
        then.rlim_max = kind == ULIMITS_JUDGE ? now.rlim_max : then.rlim_cur;
        if (setrlimit(l->what, &then) == 0)
            changed |= then.rlim_cur != now.rlim_cur;
    }
    return changed;
}

/* Compilers beside each other, and the student's threads: the largest team that
 * a check cannot do without is lab 02's, of 400. */
static long processes_needed(void)
{
    return 64 + 400 + 4 * measure_cores(NULL, NULL);
}

/* ---- processes ----------------------------------------------------------- */

/* A number in folder/name; -1 if there is none ("max", or no such file). */
static long number_in(const char *folder, const char *name)
{
    char path[PATH_MAX];
    long number = -1;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "re");
    if (file && fscanf(file, "%ld", &number) != 1)
        number = -1;
    if (file)
        fclose(file); /* only read from: nothing can be lost */
    return number;
}

/* The smaller of two, where -1 means no limit. */
static long tighter(long a, long b)
{
    if (a < 0 || b < 0)
        return a < 0 ? b : a;
    return a < b ? a : b;
}

long ulimits_pids_at(const char *cgroup_root, const char *proc_cgroup_file)
{
    char line[PATH_MAX], folder[2 * PATH_MAX];
    size_t top = strlen(cgroup_root);
    long left = -1;
    FILE *file = fopen(proc_cgroup_file, "re");

    while (file && fgets(line, sizeof line, file)) {
        /* "0::/a/b", or "7:pids:/a/b" of the older kind */
        char *group = strstr(line, ":/");
        bool old = strstr(line, ":pids:") != NULL;

        if (!group || !(old || !strncmp(line, "0::", 3)))
            continue;
        group[strcspn(group, "\n")] = 0;
        /* In a container the path may be the host's: only the top is there. */
        snprintf(folder, sizeof folder, "%s%s%s", cgroup_root,
                 old ? "/pids" : "", strstr(group, "/..") ? "" : group + 1);
        for (;;) {
            long most = number_in(folder, "pids.max");
            long now = number_in(folder, "pids.current");
            char *last = strrchr(folder + top, '/');

            if (most >= 0)
                left = tighter(left, now < most ? most - now : 0);
            if (!last)
                break;
            *last = 0;
        }
    }
    if (file)
        fclose(file);
    return left;
}

/* The threads of this user, which the limit on processes counts. */
static long threads_of_user(void)
{
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    long all = 0;

    while (proc && (entry = readdir(proc))) {
        char path[300], line[200];
        unsigned user = UINT_MAX;
        long threads = 0;
        FILE *file;

        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        snprintf(path, sizeof path, "/proc/%s/status", entry->d_name);
        file = fopen(path, "re");
        while (file && fgets(line, sizeof line, file))
            if (sscanf(line, "Uid: %u", &user) != 1)
                sscanf(line, "Threads: %ld", &threads);
        if (file)
            fclose(file);
        if (user == getuid())
            all += threads;
    }
    if (proc)
        closedir(proc);
    return all;
}

long ulimits_processes_left(void)
{
    long left = ulimits_pids_at("/sys/fs/cgroup", "/proc/self/cgroup");
    struct rlimit r;

    if (getuid() == 0 || getrlimit(RLIMIT_NPROC, &r))
        return left;
    if (r.rlim_max < (rlim_t)LONG_MAX) {
        long mine = (long)r.rlim_max - threads_of_user();

        left = tighter(left, mine < 0 ? 0 : mine);
    }
    return left;
}

/* ---- all of them --------------------------------------------------------- */

bool ulimits_suffice(char *why, size_t size)
{
    long left = ulimits_processes_left();

    ulimits_set(ULIMITS_JUDGE, 0, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *n = &rows[i];
        struct rlimit r;

        if (!n->least || getrlimit(n->what, &r) || r.rlim_cur >= n->least)
            continue;
        snprintf(why, size,
                 n->what == RLIMIT_AS
                     ? _("Nothing can be graded here: a process may have only "
                         "%llu %s. The detectors of races and memory errors "
                         "reserve terabytes of them, of which they use "
                         "little. Type `%s`, or open a new terminal; if that "
                         "does not help, ask whoever set the limit.")
                     : _("Nothing can be graded here: a process may have only "
                         "%llu %s. Type `%s`, or open a new terminal; if that "
                         "does not help, ask whoever set the limit."),
                 (unsigned long long)(r.rlim_cur / n->unit), _(n->name),
                 n->command);
        return false;
    }
    if (left >= 0 && left < processes_needed()) {
        snprintf(why, size,
                 _("Nothing can be graded here: only %ld more processes and "
                   "threads may be started, and it takes %ld. End some "
                   "programs; or raise the limit (ulimit -u, or that of the "
                   "container)."),
                 left, processes_needed());
        return false;
    }
    return true;
}
