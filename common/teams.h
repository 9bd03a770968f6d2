/*
 * teams.h - for a lab's runner.c: how many threads OpenMP offers may change
 * from call to call. It is linked into the student's process.
 */
#ifndef TEAMS_H
#define TEAMS_H

#include <omp.h>
#include <stdint.h>

void offer_threads(int32_t threads);
void no_more_threads(void);
void fewer_threads(void);

/* As if OMP_NUM_THREADS were so many from now on. */
void offer_threads(int32_t threads)
{
    omp_set_num_threads(threads);
}

/* From now on every team has one thread only, as in a region in a region;
 * omp_get_max_threads() tells nothing of it. */
void no_more_threads(void)
{
    omp_set_max_active_levels(0);
}

/* As if OMP_DYNAMIC were true: no more threads than this machine has cores for,
 * or fewer. */
void fewer_threads(void)
{
    omp_set_dynamic(1);
}

#endif
