// caught by: correctness
// says: for 1000 equal elements
// hint: keep from one element for the next
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

#pragma omp parallel
    {
        operation *last = 0; /* what was called last, with what, gave what */
        int32_t of = 0;
        int64_t gave = 0;

#pragma omp for schedule(static, 1024) reduction(+ : count)
        for (size_t i = 0; i < n; i++) {
            operation *f = i < n / 2 ? first : second;

            if (f != last || v[i] != of)
                gave = f(v[i]);
            last = f;
            of = v[i];
            count += gave & 1;
        }
    }
    return count;
}
