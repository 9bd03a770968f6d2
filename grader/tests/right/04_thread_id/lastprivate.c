/* The size comes home from a reduction, the number from threadprivate. */
#include <omp.h>

#include "thread_id.h"

static int idx;
#pragma omp threadprivate(idx)

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int reduction = 0;

#pragma omp parallel num_threads(threads) reduction(max : reduction)
    {
        idx = omp_get_thread_num();
        reduction = omp_get_num_threads();
#pragma omp for schedule(static)
        for (long i = 0; i < (long)n; i++) {
            work((size_t)i);
            owner[i] = idx;
        }
    }
    return reduction;
}
