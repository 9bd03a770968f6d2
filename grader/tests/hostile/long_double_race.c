// expect: race: nothing orders
/* clang's ThreadSanitizer takes no notice of long double. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    long double sum = 0;

#pragma omp parallel
    {
        long double mine = 0;

#pragma omp for
        for (size_t i = 0; i < n; i++)
            mine += a[i];
        sum += mine;
    }
    return (int64_t)sum;
}
