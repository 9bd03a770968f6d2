// caught by: correctness, race
// says: Each iteration is done once
// hint: why have two threads the same i | Is the loop shared at all
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
#pragma omp single
        team = omp_get_num_threads();
        for (size_t i = 0; i < n; i++) {
            work(i);
            owner[i] = omp_get_thread_num();
        }
    }
    return team;
}
