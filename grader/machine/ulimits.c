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

/* What a grading takes of one process's limits. The detectors, and the CPU
 * device's check mode, reserve terabytes of addresses and use little of them.
 */
static const struct need {
    int what;
    rlim_t least, unit;
    const char *name, *command; /* of the unit; what the shell is told */
} needs[] = {
    {RLIMIT_AS, (rlim_t)1 << 46, MIB, N_("MB of addresses"), "ulimit -v unlimited"},
    {RLIMIT_DATA, 4096 * MIB, MIB, N_("MB of data"), "ulimit -d unlimited"},
    {RLIMIT_FSIZE, 256 * MIB, MIB, N_("MB in a file"), "ulimit -f unlimited"},
    {RLIMIT_NOFILE, 256, 1, N_("open files"), "ulimit -n 1024"},
    {RLIMIT_CPU, 600, 1, N_("seconds of processor time"), "ulimit -t unlimited"},
};

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
    r.rlim_cur = r.rlim_max;
    setrlimit(RLIMIT_NPROC, &r);
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

    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        const struct need *n = &needs[i];
        struct rlimit r;

        if (getrlimit(n->what, &r))
            continue;
        if (r.rlim_cur != RLIM_INFINITY && r.rlim_cur < n->least) {
            r.rlim_cur = r.rlim_max;
            setrlimit(n->what, &r);
        }
        if (r.rlim_cur == RLIM_INFINITY || r.rlim_cur >= n->least)
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
