// caught by: correctness, race
// says: the size of the team for n = 0
// hint: how often does that line run
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 0;

#pragma omp parallel for num_threads(threads)
    for (size_t i = 0; i < n; i++) {
        work(i);
        owner[i] = omp_get_thread_num();
        team = omp_get_num_threads();
    }
    return team;
}
