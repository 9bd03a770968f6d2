// caught by: correctness
// hint: or how many elements a table has | to one element of a table
// Every thread has a place in a table; the last ones of a large team share one
// with the first.
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0, part[256] = {0};
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();
        part[k % 256] = work(k);

#pragma omp barrier
#pragma omp single
        {
            team = omp_get_num_threads();
            for (int t = 0; t < team; t++)
                sum += part[t % 256];
        }
        seen[k] = sum;
    }
    return team;
}
