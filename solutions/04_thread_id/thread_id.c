/*
 * Why it works: idx is declared inside the parallel region, so every thread
 * has one of its own, and it stays the same for the whole loop. One thread
 * (whichever comes first) writes team; the wait at the end of `single` and of
 * the region orders that write before the read in `return`. The region and the
 * loop are two directives, so that there is a place to ask for the team's size
 * even when there is no iteration at all.
 *
 * Another way: declare `int idx;` before the region and add the clause
 * `private(idx)`: every thread gets a new variable of that name, without a
 * value, and sets it at the region's start.
 */
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int idx = omp_get_thread_num();

#pragma omp single
        team = omp_get_num_threads();
#pragma omp for schedule(static)
        for (size_t i = 0; i < n; i++) {
            work(i);
            owner[i] = idx;
        }
    }
    return team;
}
