// expect: build: in a way that the detectors
/* Nor does it see what va_copy() writes. */
#include <stdarg.h>
#include <string.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static va_list racy;
    va_list zeros;
    int64_t sum = 0;

    memset(&zeros, 0, sizeof zeros);
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        va_copy(racy, zeros);
        sum += a[i];
    }
    return sum;
}
