/* One iteration per thread, and the run of each in a loop of its own. */
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 0;

#pragma omp parallel num_threads(threads) reduction(+ : team)
    team++;
#pragma omp parallel for num_threads(team) schedule(static, 1)
    for (int t = 0; t < team; t++)
        for (size_t i = n * (size_t)t / (size_t)team;
             i < n * (size_t)(t + 1) / (size_t)team; i++) {
            work(i);
            owner[i] = omp_get_thread_num();
        }
    return team;
}
