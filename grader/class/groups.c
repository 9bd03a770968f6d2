/* groups.c - see groups.h. */
#define _GNU_SOURCE
#include "class/groups.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class/work.h"
#include "machine/measure.h"

struct core {
    int cpu;
    long package, core;
};

/* A number of this processor's from /sys; 0 where it is not said. */
static long topology(int cpu, const char *what)
{
    char path[120];
    long number = 0;
    FILE *file;

    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s",
             cpu, what);
    file = fopen(path, "re");
    if (!file)
        return 0;
    if (fscanf(file, "%ld", &number) != 1)
        number = 0;
    fclose(file); /* only read from */
    return number;
}

/* So that two threads of one core come into one group. */
static int by_place(const void *a, const void *b)
{
    const struct core *x = a, *y = b;

    if (x->package != y->package)
        return x->package < y->package ? -1 : 1;
    if (x->core != y->core)
        return x->core < y->core ? -1 : 1;
    return x->cpu - y->cpu;
}

int core_groups(int jobs, struct core_group *group)
{
    static struct core core[CPU_SETSIZE];
    cpu_set_t mine;
    int n = 0, usable = measure_cores(NULL, NULL), each;

    if (sched_getaffinity(0, sizeof mine, &mine)) {
        fprintf(stderr, "sched_getaffinity: %s\n", strerror(errno));
        return -1;
    }
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &mine))
            core[n++] = (struct core){cpu, topology(cpu, "physical_package_id"),
                                      topology(cpu, "core_id")};
    qsort(core, (size_t)n, sizeof *core, by_place);
    if (usable > n)
        usable = n;
    /* A quota of the container's may be less than there are cores. */
    each = jobs > 0 ? usable / jobs : usable < WORK_CORES ? usable : WORK_CORES;
    if (each < 2)
        each = usable < 2 ? 1 : 2;
    if (jobs <= 0 || jobs > usable / each)
        jobs = usable / each;
    if (jobs > GROUPS_MAX)
        jobs = GROUPS_MAX;
    if (jobs == 1)
        each = n;
    for (int g = 0; g < jobs; g++) {
        group[g].n = each;
        for (int i = 0; i < each; i++)
            group[g].cpu[i] = core[g * each + i].cpu;
    }
    return jobs;
}

int core_group_enter(const struct core_group *group)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    for (int i = 0; i < group->n; i++)
        CPU_SET(group->cpu[i], &set);
    if (sched_setaffinity(0, sizeof set, &set) == 0)
        return 0;
    fprintf(stderr, "sched_setaffinity: %s\n", strerror(errno));
    return -1;
}
