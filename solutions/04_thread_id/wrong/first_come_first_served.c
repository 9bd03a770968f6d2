// caught by: correctness
// says: which schedule has it
// hint: who comes first | Which rule deals the iterations out | a schedule that deals as the threads come
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
#pragma omp for schedule(dynamic)
        for (size_t i = 0; i < n; i++) {
            work(i);
            owner[i] = omp_get_thread_num();
        }
    }
    return team;
}
