/* Right: the clause alone, schedule(dynamic, block). */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for schedule(dynamic, 16384) reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
