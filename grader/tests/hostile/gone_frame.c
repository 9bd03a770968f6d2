// expect: memory: whose function or block has ended
/* Keeps the address of a local variable beyond its function's end. */
#include "reduction.h"

static int64_t *kept;

static __attribute__((noinline)) void keep(int64_t x)
{
    volatile int64_t here = x;

    kept = (int64_t *)&here;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    keep(sum);
    return *(volatile int64_t *)kept;
}
