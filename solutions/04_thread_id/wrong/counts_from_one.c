// caught by: correctness
// says: was done by thread 0, but owner[0] is 1
// hint: Which numbers have the threads of a team
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
#pragma omp for
        for (size_t i = 0; i < n; i++) {
            work(i);
            owner[i] = omp_get_thread_num() + 1;
        }
    }
    return team;
}
