// caught by: correctness
// says: when OpenMP gives fewer. How many came
// hint: What does your function return
#include <omp.h>

#include "atomic_barrier.h"

int add_and_look(int threads, int64_t (*work)(int thread), int64_t seen[])
{
    int64_t sum = 0;

#pragma omp parallel num_threads(threads)
    {
        int k = omp_get_thread_num();
        int64_t amount = work(k);

#pragma omp atomic
        sum += amount;
#pragma omp barrier
        seen[k] = sum;
    }
    return threads;
}
