// caught by: race
// says: clang, which the race detector needs, stops here
// hint: is that standard C
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 1;

    void add(int64_t amount)
    {
#pragma omp atomic
        sum += amount;
    }

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();

#pragma omp single nowait
        team = omp_get_num_threads();
        add(work(k));
#pragma omp barrier
        seen[k] = sum;
    }
    return team;
}
