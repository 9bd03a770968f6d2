#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t total = 0;
    int end = 0;
    omp_lock_t lock;

    omp_init_lock(&lock);
#pragma omp parallel num_threads(threads) default(shared)
    {
        const int k = omp_get_thread_num();
        const int64_t amount = work(k);

        omp_set_lock(&lock);
        total += amount;
        omp_unset_lock(&lock);
/* all wait at the end of single */
#pragma omp single
        end = omp_get_num_threads();
        seen[k] = total;
    }
    omp_destroy_lock(&lock);
    return end;
}
