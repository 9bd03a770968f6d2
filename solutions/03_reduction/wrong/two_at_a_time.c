// caught by: memory
// says: not a multiple of 8
// hint: At which addresses may an
// Two numbers are read as one of 64 bits, which may not begin everywhere.
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    const int64_t *pair = (const int64_t *)a;
    int64_t sum = n % 2 ? a[n - 1] : 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n / 2; i++)
        sum += (int32_t)pair[i] + (pair[i] >> 32); // <- here
    return sum;
}
