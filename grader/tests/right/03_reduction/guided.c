#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    long long i;

#pragma omp parallel for schedule(guided, 4096) reduction(+ : sum) private(i)
    for (i = 0; i < (long long)n; i++)
        sum += (int64_t)a[i];
    return sum;
}
