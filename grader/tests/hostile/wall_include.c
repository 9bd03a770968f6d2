// expect: build: Only files of your own
/* The compiler's complaints would show the first lines. */
#include "/etc/passwd"
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+:sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
