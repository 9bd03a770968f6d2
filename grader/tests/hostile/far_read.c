// expect: memory: an index is far outside its array
/* Reads 4 MB behind its array, where other memory of the judge lies. */
#include "reduction.h"
int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    if (n && n < 100000000)
        (void)((volatile const int32_t *)a)[n + 1000000];
    return sum;
}
