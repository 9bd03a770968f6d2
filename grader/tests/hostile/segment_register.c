// expect: build: in a way that the detectors
/* A race and a read past the end in another address space. */
#include "reduction.h"
static int racy;
int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    volatile int __seg_gs *r = (volatile int __seg_gs *)(uintptr_t)&racy;
    volatile const int __seg_gs *b = (volatile const int __seg_gs *)(uintptr_t)a;
    if (n)
        (void)b[n];
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        *r = (int)i;
        sum += a[i];
    }
    return sum;
}
