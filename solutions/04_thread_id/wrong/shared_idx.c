// caught by: race (correctness)
// says: `idx`
// hint: by the place of its declaration | where is it declared
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 1, idx;

#pragma omp parallel num_threads(threads)
    {
#pragma omp single
        team = omp_get_num_threads();
#pragma omp for
        for (size_t i = 0; i < n; i++) {
            idx = omp_get_thread_num(); // <- here
            work(i);
            owner[i] = idx; // <- here
        }
    }
    return team;
}
