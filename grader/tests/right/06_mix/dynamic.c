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
    const size_t half = n / 2;

#pragma omp parallel for schedule(dynamic, 500) reduction(+ : odd)
    for (size_t i = 0; i < n; i++)
        if ((i < half ? first : second)(v[i]) % 2 != 0)
            odd++;
    return odd;
}
