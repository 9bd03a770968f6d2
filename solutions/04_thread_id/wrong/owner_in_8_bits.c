// caught by: correctness
// says: was done by thread
// hint: where do you keep them on the way
// A thread's number is kept in a byte, which is too small for a large team.
#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 1;

#pragma omp parallel num_threads(threads)
    {
        unsigned char idx = (unsigned char)omp_get_thread_num();

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
