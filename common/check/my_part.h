/*
 * my_part.h - for a check of an OpenMP lab: how its ceiling, what speed is held
 * against, is shared among threads. Each does an even part by the check's plain
 * serial function. That is fast, and says nothing of what the lab teaches.
 */
#ifndef COMMON_MY_PART_H
#define COMMON_MY_PART_H

#include <omp.h>
#include <stddef.h>

/* In a parallel region: this thread's part of `count` steps is from *begin up
 * to, but not including, *end. */
static inline void my_part(size_t count, size_t *begin, size_t *end)
{
    const size_t me = (size_t)omp_get_thread_num();
    const size_t team = (size_t)omp_get_num_threads();

    *begin = count / team * me + (me < count % team ? me : count % team);
    *end = *begin + count / team + (me < count % team);
}

#endif
