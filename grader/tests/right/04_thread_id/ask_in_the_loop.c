/* The number is asked for each time; the size comes by an atomic write. */
#include "thread_id.h"

#include <omp.h>

static void loop(size_t n, int32_t *owner, void (*work)(size_t))
{
#pragma omp for schedule(static)
    for (size_t i = 0; i < n; i++) {
        (*work)(i);
        owner[i] = omp_get_thread_num();
    }
}

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int team = 0;

    omp_set_num_threads(threads);
#pragma omp parallel
    {
#pragma omp atomic write
        team = omp_get_num_threads();
        loop(n, owner, work);
    }
    return team;
}
