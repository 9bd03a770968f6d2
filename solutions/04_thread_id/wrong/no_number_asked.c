// caught by: correctness (race)
// says: so many come where a region asks for no number
// hint: how many does your region ask OpenMP for
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 1;

    (void)threads;
#pragma omp parallel
    {
#pragma omp single
        team = omp_get_num_threads();
#pragma omp for schedule(static)
        for (size_t i = 0; i < n; i++) {
            work(i);
            owner[i] = omp_get_thread_num();
        }
    }
    return team;
}
