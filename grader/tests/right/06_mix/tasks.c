/* Some dozens of tasks, each with a piece of one half. */
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

static size_t count(const int32_t *v, size_t begin, size_t end, operation *op)
{
    size_t odd = 0;

    for (size_t i = begin; i < end; i++)
        odd += op(v[i]) % 2 != 0;
    return odd;
}

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t all = 0, piece = n / 60 + 1;

#pragma omp parallel
#pragma omp single
    {
        for (size_t i = 0; i < n; i += piece) {
#pragma omp task shared(all)
            {
                size_t half = n / 2, end = i + piece < n ? i + piece : n;
                size_t cut = half < i ? i : half > end ? end : half;
                size_t odd = count(v, i, cut, first);

                odd += count(v, cut, end, second);
#pragma omp atomic update
                all += odd;
            }
        }
    }
    return all;
}
