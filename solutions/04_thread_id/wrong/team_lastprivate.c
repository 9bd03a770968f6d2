// caught by: correctness
// says: a variable holds that nobody has set: no round
// hint: Which line sets what you return
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        int idx = omp_get_thread_num();

#pragma omp for schedule(static) lastprivate(team)
        for (size_t i = 0; i < n; i++) {
            team = omp_get_num_threads();
            work(i);
            owner[i] = idx;
        }
    }
    return team;
}
