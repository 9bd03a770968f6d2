// expect: build: asm is not looked into
/* asm whose text begins with a name like those of the CPU device, in a .c file. */
#include "reduction.h"
static int racy;
int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        __asm__ volatile("simt_l%=: movl %1, %0" : "=m"(racy) : "r"((int)i));
        sum += a[i];
    }
    return sum;
}
