// expect: build: address_space may read or write memory in a way that
/* Only the race detector's compiler knows this attribute. */
#include "reduction.h"

static int racy;

int64_t sum_array(const int32_t *a, size_t n)
{
    volatile int __attribute__((address_space(256))) *r =
        (volatile int __attribute__((address_space(256))) *)(uintptr_t)&racy;
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        *r = (int)i;
        sum += a[i];
    }
    return sum;
}
