/* Everyone writes down an amount, and after the barrier adds up all. */
#include <omp.h>
#include <stdlib.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t *amount = malloc((size_t)threads * sizeof *amount);
    int n = 0;

    if (!amount)
        abort();
#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num(), team = omp_get_num_threads();
        int64_t sum = 0;

        amount[k] = work(k);
#pragma omp barrier
        for (int t = 0; t < team; t++)
            sum += amount[t];
        seen[k] = sum;
        if (k == 0)
            n = team;
    }
    free(amount);
    return n;
}
