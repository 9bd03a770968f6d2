/* Each half is shared evenly by itself, and nobody waits in between. */
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

#pragma omp parallel reduction(+ : count)
    {
#pragma omp for schedule(static) nowait
        for (size_t i = 0; i < n / 2; i++)
            count += (size_t)(first(v[i]) & 1);
#pragma omp for schedule(static) nowait
        for (size_t i = n / 2; i < n; i++)
            count += (size_t)(second(v[i]) & 1);
    }
    return count;
}
