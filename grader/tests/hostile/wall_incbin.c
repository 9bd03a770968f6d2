// expect: build: /Makefile
// door: build: asm is not looked into
/* The assembler is told to take a file into the program, which could print it.
 * The wall leaves it no such file. */
#include "reduction.h"

__asm__(".section .rodata\n"
        ".globl found\n"
        "found: .incbin \"" TREE "/Makefile\"\n"
        ".previous\n");
extern const char found[];

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+:sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
