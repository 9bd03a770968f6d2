/* Plain amounts, a relaxed counter, and C11's fences around it. */
#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t *amount = calloc((size_t)threads, sizeof *amount);
    atomic_int come = 0;
    int n = 0;

    if (!amount)
        abort();
#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num(), team = omp_get_num_threads();
        int64_t sum = 0;

        amount[k] = work(k);
        atomic_thread_fence(memory_order_release);
        atomic_fetch_add_explicit(&come, 1, memory_order_relaxed);
        while (atomic_load_explicit(&come, memory_order_relaxed) < team)
            ;
        atomic_thread_fence(memory_order_acquire);
        for (int t = 0; t < team; t++)
            sum += amount[t];
        seen[k] = sum;
        if (k == 0)
            n = team;
    }
    free(amount);
    return n;
}
