#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t total = 0;
    int size = 0;

#pragma omp parallel num_threads(threads)
    {
        int64_t mine = work(omp_get_thread_num());

#pragma omp critical
        {
            total += mine;
            size = size + 1;
        }
#pragma omp barrier
        seen[omp_get_thread_num()] = total;
    }
    return size;
}
