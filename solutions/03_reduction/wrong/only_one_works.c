// caught by: correctness (speed)
// says: OpenMP offered
// hint: one did everything
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel
#pragma omp single
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
