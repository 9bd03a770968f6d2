// caught by: correctness
// says: the total that thread
// hint: How large may the total be
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int sum = 0, team = 1;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();
        int amount = (int)work(k);

#pragma omp single nowait
        team = omp_get_num_threads();
#pragma omp atomic
        sum += amount;
#pragma omp barrier
        seen[k] = sum;
    }
    return team;
}
