// caught by: speed
// says: too slow
// hint: How often must threads
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
#pragma omp atomic
        sum += a[i];
    return sum;
}
