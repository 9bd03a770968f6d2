// caught by: correctness
// says: OpenMP offered
// hint: Which number in your code
#include "reduction.h"

#include <omp.h>

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum) num_threads(omp_get_num_procs())
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
