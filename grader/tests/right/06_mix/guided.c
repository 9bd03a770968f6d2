#include "mix.h"

#include <math.h>

int64_t square(int32_t x)
{
    return (int64_t)x * (int64_t)x;
}

int64_t root(int32_t x)
{
    return (int64_t)floor(sqrt(x));
}

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t odd = 0;

#pragma omp parallel for schedule(guided, 64) reduction(+ : odd)
    for (size_t i = 0; i < n; i++) {
        int64_t t;

        t = i < n / 2 ? first(v[i]) : second(v[i]);
        if (t & 1)
            odd++;
    }
    return odd;
}
