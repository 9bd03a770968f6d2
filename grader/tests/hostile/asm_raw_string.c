// expect: build: asm is not looked into
/* The text of asm as a raw string, which gnu11 has as well. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    static int racy;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        __asm__ volatile(R"(movl $1, %0)" : "=m"(racy));
        sum += a[i];
    }
    return sum;
}
