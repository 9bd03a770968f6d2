// caught by: correctness
// says: A double has 53 bits
// hint: how many digits has the type
/*
 * Lab 06, mix: square the first half, take the root of the second, count the
 * odd results.
 */
#include <math.h>

#include "mix.h"

int64_t square(int32_t x)
{
    return (int64_t)pow((double)x, 2);
}

int64_t root(int32_t x)
{
    return (int64_t)sqrt((double)x);
}

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t count = 0;

#pragma omp parallel for schedule(dynamic, 1024) reduction(+ : count)
    for (size_t i = 0; i < n; i++) {
        int64_t result = i < n / 2 ? first(v[i]) : second(v[i]);

        if (result % 2 != 0)
            count++;
    }
    return count;
}
