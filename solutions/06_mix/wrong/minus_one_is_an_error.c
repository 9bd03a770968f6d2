// caught by: correctness
// says: below 0
// hint: special ones, such as -1
// A result of -1 is taken for an error, and not counted.
#include <math.h>

#include "mix.h"

int64_t square(int32_t x)
{
    return (int64_t)x * x;
}

int64_t root(int32_t x)
{
    return (int64_t)sqrt((double)x);
}

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t count = 0;

#pragma omp parallel for schedule(static, 1024) reduction(+ : count)
    for (size_t i = 0; i < n; i++) {
        int64_t result = i < n / 2 ? first(v[i]) : second(v[i]);
        count += result != -1 && (result & 1);
    }
    return count;
}
