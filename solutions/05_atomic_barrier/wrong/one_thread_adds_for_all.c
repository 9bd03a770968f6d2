// caught by: correctness
// says: called by the same thread
// hint: Who calls `work` in your code
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
#pragma omp single
        {
            team = omp_get_num_threads();
            for (int k = 0; k < team; k++)
                sum += work(k);
        }
        seen[omp_get_thread_num()] = sum;
    }
    return team;
}
