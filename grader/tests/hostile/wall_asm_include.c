// expect: build: /Makefile
// door: build: asm is not looked into
/* The assembler's complaints would show the file's lines. */
#include "reduction.h"

__asm__(".include \"" TREE "/Makefile\"");

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+:sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
