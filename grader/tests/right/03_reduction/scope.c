/* OpenMP 5.1: the sum of a whole region, without a loop's clause. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel
    {
#pragma omp scope reduction(+ : sum)
        {
#pragma omp for
            for (size_t i = 0; i < n; i++)
                sum += a[i];
        }
    }
    return sum;
}
