#include <omp.h>
#include <stdatomic.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    _Atomic int64_t check = 0;
    int judge = 1;

#pragma omp parallel num_threads(threads) shared(check, judge)
    {
        int k = omp_get_thread_num();

        atomic_fetch_add_explicit(&check, work(k), memory_order_relaxed);
#pragma omp barrier
        seen[k] = atomic_load(&check);
#pragma omp master
        judge = omp_get_num_threads();
    }
    return judge;
}
