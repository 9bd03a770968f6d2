/*
 * ulimits.h - whether this shell, user and container allow what a grading
 * takes. Asked before anything is graded, so that what is forbidden here is
 * never said of the student's code.
 */
#ifndef ULIMITS_H
#define ULIMITS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Raises the soft limits of this process as far as the hard ones allow. True
 * if they then suffice; else false with one sentence in why[size]: which limit
 * it is, what is needed, and what to type.
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
