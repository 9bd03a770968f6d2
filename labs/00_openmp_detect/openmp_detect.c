/*
 * Lab 00, openmp_detect: say whether this program was built with OpenMP.
 * README.md has the task. This file is the whole program.
 */
#include <stdio.h>

int main(void)
{
    /* TODO: find out whether OpenMP is on. The compiler defines the macro
     * _OPENMP if it is, so the preprocessor can choose: #ifdef, #else, #endif.
     * With OpenMP print three lines:
     *     support openmp
     *     version YYYYMM     the value of _OPENMP
     *     threads N          what omp_get_max_threads() returns
     * and include <omp.h>, also only if OpenMP is on.
     * Without OpenMP print the one line below. */
    printf("not support openmp\n");
    return 0;
}
