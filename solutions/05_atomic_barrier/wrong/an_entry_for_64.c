// caught by: race, memory (correctness)
// hint: how many threads can there be
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t amount[64];
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();
        int64_t sum = 0;

#pragma omp single nowait
        team = omp_get_num_threads();
        amount[k] = work(k);
#pragma omp barrier
        for (int t = 0; t < omp_get_num_threads(); t++)
            sum += amount[t];
        seen[k] = sum;
    }
    return team;
}
