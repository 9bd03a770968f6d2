// caught by: correctness
// says: digits than a double
// hint: How many digits does it keep
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    double sum = 0; /* BUG: 53 bits */

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return (int64_t)sum;
}
