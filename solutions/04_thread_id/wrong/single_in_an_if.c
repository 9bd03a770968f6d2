// caught by: correctness (race, memory)
// says: must come to the same barrier
// hint: Which loop of yours may never end
/*
 * Lab 04, thread_id: who does which iteration. README.md has the task,
 * thread_id.h the rules for record_owners().
 */
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int idx = omp_get_thread_num();

        if (idx == 0) {
#pragma omp single // <- here
            team = omp_get_num_threads();
        }
#pragma omp for schedule(static)
        for (size_t i = 0; i < n; i++) {
            work(i);
            owner[i] = idx;
        }
    }
    return team;
}
