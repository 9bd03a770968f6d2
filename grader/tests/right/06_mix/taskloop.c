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
    size_t count = 0;

#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(48) reduction(+ : count)
    for (size_t i = 0; i < n; i++) {
        int64_t y;

        if (i < n / 2)
            y = first(v[i]);
        else
            y = second(v[i]);
        count += (size_t)(y & 1);
    }
    return count;
}
