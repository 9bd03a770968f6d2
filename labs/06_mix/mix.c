/*
 * Lab 06, mix: square the first half, take the root of the second, count the
 * odd results. README.md has the task, mix.h the rules.
 */
#include <math.h>

#include "mix.h"

int64_t square(int32_t x)
{
    /* TODO: not exact from 46341 on. In which type does C multiply here?
     * README.md, "Exact numbers". */
    return x * x;
}

int64_t root(int32_t x)
{
    /* TODO: not exact either. How many digits does a float keep? */
    return (int64_t)sqrtf((float)x);
}

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t count = 0;

    /* TODO: first count right, results below 0 as well. Then share the loop
     * among the threads without a race on count (lab 03), and so that no
     * thread is done long before the others: who gets which i? */
    for (size_t i = 0; i < n; i++) {
        int64_t result = i < n / 2 ? first(v[i]) : second(v[i]);
        if (result % 2 == 1)
            count++;
    }
    return count;
}
