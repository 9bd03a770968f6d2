// expect: race: Only one of the two is
// lab: 05_atomic_barrier
#include "atomic_barrier.h"
#include <omp.h>
/* Three tries to exchange the total, then a store without any. */
int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    static int64_t sum;
    int team = 1;
    sum = 0;
#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num(), added = 0;
        int64_t amount = work(k);
        int64_t old = __atomic_load_n(&sum, __ATOMIC_ACQUIRE);
        for (int tries = 0; !added && tries < 3; tries++)
            added = __atomic_compare_exchange_n(&sum, &old, old + amount, 0,
                                                __ATOMIC_ACQ_REL,
                                                __ATOMIC_ACQUIRE);
        if (!added)
            sum += amount;
        if (k == 0)
            team = omp_get_num_threads();
#pragma omp barrier
        seen[k] = __atomic_load_n(&sum, __ATOMIC_ACQUIRE);
    }
    return team;
}
