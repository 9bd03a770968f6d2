// caught by: correctness
// says: All of owner[] is 0
// hint: Where does your number come from
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 1, idx = omp_get_thread_num();

#pragma omp parallel num_threads(threads) firstprivate(idx)
    {
#pragma omp single
        team = omp_get_num_threads();
#pragma omp for schedule(static)
        for (size_t i = 0; i < n; i++) {
            work(i);
            owner[i] = idx;
        }
    }
    return team;
}
