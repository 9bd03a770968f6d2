// caught by: correctness (speed)
// says: OpenMP offered
// hint: Which number in your code
// At most eight chunks: with more threads the others have nothing to do.
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for schedule(static, n / 8 + 1) reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
