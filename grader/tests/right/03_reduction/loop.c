/* The loop construct of OpenMP 5.0: clang 14 takes it, and lets every thread do
 * all of it. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel
    {
#pragma omp loop bind(parallel) reduction(+ : sum)
        for (size_t i = 0; i < n; i++)
            sum += a[i];
    }
    return sum;
}
