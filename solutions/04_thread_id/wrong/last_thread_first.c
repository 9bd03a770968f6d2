// caught by: correctness
// says: which schedule has it
// hint: What decides which part a thread takes
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int idx = omp_get_thread_num();

#pragma omp single
        team = omp_get_num_threads();
        size_t all = (size_t)omp_get_num_threads();
        size_t k = all - 1 - (size_t)idx;
        for (size_t i = n * k / all; i < n * (k + 1) / all; i++) {
            work(i);
            owner[i] = idx;
        }
    }
    return team;
}
