// caught by: correctness
// says: each thread sees only what it has added itself
// hint: Is the total one for all threads
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 1;

#pragma omp parallel num_threads(threads) reduction(+ : sum)
    {
        int k = omp_get_thread_num();

#pragma omp single nowait
        team = omp_get_num_threads();
        sum += work(k);
#pragma omp barrier
        seen[k] = sum;
    }
    return team;
}
