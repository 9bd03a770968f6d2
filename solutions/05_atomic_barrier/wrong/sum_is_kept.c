// caught by: correctness
// says: something is left from the call before
// hint: Is it only the second call
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    static int64_t sum;
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();
        int64_t amount = work(k);

#pragma omp single nowait
        team = omp_get_num_threads();
#pragma omp atomic
        sum += amount;
#pragma omp barrier
        seen[k] = sum;
    }
    return team;
}
