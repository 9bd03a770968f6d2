// caught by: correctness
// says: the size of the team
// hint: Which number in your code says how many threads take part
// No more threads than the author's machine has cores; the caller says how many.
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 1;

    if (threads > 16)
        threads = 16;

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
