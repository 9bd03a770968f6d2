/* cores.c - the cores of measure.h: those that this process may use at once. */
#define _GNU_SOURCE /* sched_getaffinity, CPU_ALLOC */
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/measure.h"

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
