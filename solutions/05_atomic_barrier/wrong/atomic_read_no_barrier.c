// caught by: correctness
// says: looked before all had added
// hint: keeps it back until all have added
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();
        int64_t amount = work(k);

#pragma omp single nowait
        team = omp_get_num_threads();
#pragma omp atomic
        sum += amount;
#pragma omp atomic read
        seen[k] = sum;
    }
    return team;
}
