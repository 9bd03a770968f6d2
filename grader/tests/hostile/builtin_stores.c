// expect: build: in a way that the detectors
/* The same by the compiler's own name for it. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static int racy;
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        __builtin_ia32_movnti(&racy, a[i]);
        sum += a[i];
    }
    return sum;
}
