/* A barrier by hand: who has added says so, and all wait until all have. */
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;
    int arrived = 0, team = 0;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num(), all = omp_get_num_threads(), there = 0;
        int64_t amount = work(k);

#pragma omp atomic seq_cst
        sum += amount;
#pragma omp atomic seq_cst
        arrived++;
        while (there < all) {
#pragma omp atomic read seq_cst
            there = arrived;
        }
        int64_t now;
#pragma omp atomic read seq_cst
        now = sum;
        seen[k] = now;
        if (k == 0)
            team = all;
    }
    return team;
}
