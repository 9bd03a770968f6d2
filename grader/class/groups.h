/*
 * groups.h - the cores that this process may use, shared out among gradings
 * that run at the same time.
 */
#ifndef GROUPS_H
#define GROUPS_H

#include <sched.h>

#define GROUPS_MAX 64

struct core_group {
    int cpu[CPU_SETSIZE]; /* their numbers */
    int n;
};

/* `jobs` groups of equally many cores, at least two each where there are so
 * many, those of one group beside each other on the chip; 0: of WORK_CORES
 * each. Returns how many groups there are: fewer than asked for if there are
 * too few cores; -1 with a message. */
int core_groups(int jobs, struct core_group *group);

/* From now on this process uses only these. 0, or -1 with a message. */
int core_group_enter(const struct core_group *group);

#endif
