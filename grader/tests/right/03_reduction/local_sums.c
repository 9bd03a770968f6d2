/* A local sum per thread, joined under critical; the loop does not wait. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t whole = 0;

#pragma omp parallel default(none) shared(a, n, whole)
    {
        int64_t mine = 0;

#pragma omp for nowait
        for (size_t i = 0; i < n; ++i)
            mine = mine + a[i];
#pragma omp critical(join)
        {
            whole = whole + mine;
        }
    }
    return whole;
}
