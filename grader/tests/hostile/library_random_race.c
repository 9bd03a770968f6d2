// expect: race: erand48(x)
/* A function of the C library changes what two threads share. */
#define _GNU_SOURCE 1
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/time.h>
#include "reduction.h"
static unsigned short x[3];
int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        if (i % 128 < 2) {
            (void)erand48(x);
        }
        sum += a[i];
    }
    return sum;
}
