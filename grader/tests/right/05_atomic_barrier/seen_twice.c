/* Each thread stores its own amount first, adds up what lies in seen[], and stores
 * the total when all have. */
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int team = 0;

#pragma omp parallel num_threads(threads)
    {
        const int me = omp_get_thread_num(), all = omp_get_num_threads();
        int64_t total = 0;

        seen[me] = work(me);
#pragma omp barrier
        for (int k = 0; k < all; k++)
            total += seen[k];
#pragma omp barrier
        seen[me] = total;
#pragma omp single
        team = all;
    }
    return team;
}
