#include <omp.h>

#include "thread_id.h"

int record_owners(size_t n, int threads, int32_t owner[],
                  void (*work)(size_t i))
{
    int idx, nthreads = 0;
    size_t i;

#pragma omp parallel num_threads(threads) default(none) \
    shared(n, owner, work, nthreads) private(idx, i)
    {
        idx = omp_get_thread_num();
        if (idx == 0)
            nthreads = omp_get_num_threads();
#pragma omp for schedule(static) nowait
        for (i = 0; i < n; ++i) {
            owner[i] = idx;
            work(i);
        }
    }
    return nthreads;
}
