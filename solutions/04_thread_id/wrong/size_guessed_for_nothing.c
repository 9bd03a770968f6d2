// caught by: correctness
// says: OpenMP gives only 1
// hint: on each way out of your function
// Nobody is asked when there is nothing to do.
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 1;

    if (n == 0)
        return threads;
#pragma omp parallel num_threads(threads)
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
