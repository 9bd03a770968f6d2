/*
 * Lab 06, mix: square the first half, take the root of the second, count the
 * odd results. README.md has the task, mix.h the rules.
 */
#include <math.h>

#include "mix.h"

int64_t square(int32_t x)
{
    /* TODO: int times int is an int, and overflows from 46341 on. Convert one
     * of the two to int64_t before they are multiplied. */
    return x * x;
}

int64_t root(int32_t x)
{
    /* TODO: a float has 24 bits only. sqrt() works on double, which holds
     * every int32_t. */
    return (int64_t)sqrtf((float)x);
}

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t count = 0;

    /* TODO: share the loop among the threads without a race on count (lab 03)
     * and so that no thread is done long before the others. The clause
     * `schedule` decides who gets which i. */
    for (size_t i = 0; i < n; i++) {
        int64_t result = i < n / 2 ? first(v[i]) : second(v[i]);
        if (result % 2 == 1)
            count++;
    }
    return count;
}
