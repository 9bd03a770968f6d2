/* A loop with a reduction within the region: its end is a barrier, and the
 * total is complete behind it. */
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 0;

#pragma omp parallel num_threads(threads)
    {
#pragma omp single
        team = omp_get_num_threads();
#pragma omp for schedule(static, 1) reduction(+ : sum)
        for (int t = 0; t < team; t++)
            sum += work(omp_get_thread_num());
        seen[omp_get_thread_num()] = sum;
    }
    return team;
}
