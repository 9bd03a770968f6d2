/* The end of a region is a barrier, too. */
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 0;

#pragma omp parallel num_threads(threads) reduction(+ : sum, team)
    {
        sum += work(omp_get_thread_num());
        team++;
    }
#pragma omp parallel num_threads(team)
    seen[omp_get_thread_num()] = sum;
    return team;
}
