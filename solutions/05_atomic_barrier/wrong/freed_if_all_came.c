// caught by: memory
// hint: when does it not free it
// What each thread brings lies in memory that is freed only if the team has the
// size that was asked for.
#include <omp.h>
#include <stdlib.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int team = 1;
    int64_t *part = malloc((size_t)threads * sizeof *part);

    if (!part)
        abort();

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();
        part[k] = work(k);

#pragma omp single nowait
        team = omp_get_num_threads();
#pragma omp atomic
        sum += part[k];
#pragma omp barrier
        seen[k] = sum;
    }
    if (team == threads)
        free(part);
    return team;
}
