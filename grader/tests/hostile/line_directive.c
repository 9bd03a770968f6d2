// expect: build: begins with a #
/* What follows would be in a file of the system, into which nobody looks. */
#include "reduction.h"

#line 1 "/usr/include/stdio.h" 3
int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
