/* n is below 2^32 in this lab, and so an unsigned counts it all. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    const unsigned many = (unsigned)n;
    long long sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (unsigned i = 0; i < many; i++)
        sum += a[i];
    return sum;
}
