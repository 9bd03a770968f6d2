// expect: build: tells apart
/* No race where clang's detector looks, a race where it does not. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#ifndef __cla\
ng__
#pragma omp parallel for
#else
#pragma omp parallel for reduction(+ : sum)
#endif
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
