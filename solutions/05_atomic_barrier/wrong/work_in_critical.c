// caught by: correctness
// says: never are two of them in work()
// hint: What has to be done by one thread at a time
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();

#pragma omp critical
        sum += work(k);
        if (k == 0)
            team = omp_get_num_threads();
#pragma omp barrier
        seen[k] = sum;
    }
    return team;
}
