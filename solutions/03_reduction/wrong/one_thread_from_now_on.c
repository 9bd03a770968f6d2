// caught by: correctness
// says: OpenMP offered
// hint: one did everything
// A few numbers need no threads, but omp_set_num_threads() holds for all calls
// to come.
#include <omp.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

    if (n < 1000)
        omp_set_num_threads(1);
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
