/* As before OpenMP had acquire and release: a flush between the data and an
 * atomic counter, on both sides. */
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0, final = 0;
    int come = 0, n = 0;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num(), team = omp_get_num_threads(), mine, all;
        int64_t amount = work(k);

#pragma omp atomic
        sum += amount;
#pragma omp flush
#pragma omp atomic capture
        mine = ++come;
        if (mine == team) {
#pragma omp flush
#pragma omp atomic read
            final = sum;
            n = team;
#pragma omp flush
#pragma omp atomic
            come++;
        } else {
            do {
#pragma omp atomic read
                all = come;
            } while (all <= team);
#pragma omp flush
        }
        seen[k] = final;
    }
    return n;
}
