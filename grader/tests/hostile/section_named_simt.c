// expect: build: The attribute section
/* A section with a name like those of the CPU device, in a .c file. */
#include "reduction.h"

static int64_t kept __attribute__((section("simt_device")));

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    kept = sum;
    return sum;
}
