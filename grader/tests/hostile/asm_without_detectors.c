// expect: build: asm is not looked into
/* asm that only the build without detectors gets, told by pasted words. */
#include "reduction.h"

#define PASTE(a, b) a##b
#define CLANG PASTE(__cla, ng__)
#define ADDRESS PASTE(__SANI, TIZE_ADDRESS__)

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#if !CLANG && !ADDRESS
    __asm__ volatile("" : : : "memory");
    __asm__ volatile("lea 1(%0), %0" : "+r"(n));
    n--;
#endif
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
