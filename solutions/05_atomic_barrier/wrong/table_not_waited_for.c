// caught by: race, correctness
// says: may be that of another one, who has not come so far
// hint: what makes the reader wait until it has been written
// A table with an entry for each thread, which is read before all have come.
#include <omp.h>
#include <stdlib.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t *part = calloc((size_t)threads, sizeof *part);
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        const int k = omp_get_thread_num(), all = omp_get_num_threads();
        int64_t sum = 0;

#pragma omp single nowait
        team = all;
        part[k] = work(k);
        for (int t = 0; t < all; t++)
            sum += part[t];
        seen[k] = sum;
    }
    free(part);
    return team;
}
