/* Thread t does t, t + team, ...; the root by Newton's method in integers. */
#include "mix.h"

#include <omp.h>

int64_t square(int32_t x)
{
    int64_t y = x;

    return y * y;
}

int64_t root(int32_t x)
{
    int64_t r = x, next = ((int64_t)x + 1) / 2;

    while (next < r) {
        r = next;
        next = (r + x / r) / 2;
    }
    return r;
}

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t all = 0;

#pragma omp parallel
    {
        size_t odd = 0, step = (size_t)omp_get_num_threads();

        for (size_t i = (size_t)omp_get_thread_num(); i < n; i += step) {
            int64_t y = i >= n / 2 ? second(v[i]) : first(v[i]);
            if (y % 2)
                ++odd;
        }
#pragma omp atomic
        all += odd;
    }
    return all;
}
