/* A long double holds each int64_t; compilers add it up with functions of
 * libatomic. */
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    long double sum = 0;
    int n = 0;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num(), team = omp_get_num_threads();

#pragma omp for schedule(static, 1) reduction(+ : sum)
        for (int i = 0; i < team; i++)
            sum += work(k);
        seen[k] = (int64_t)sum;
#pragma omp single
        n = team;
    }
    return n;
}
