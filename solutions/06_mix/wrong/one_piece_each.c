// caught by: speed
// says: hands out pieces of `share`
// hint: Which thread is done first
#include <math.h>
#include <omp.h>

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
    size_t share = n / (size_t)omp_get_max_threads() + 1;

#pragma omp parallel for schedule(dynamic, share) reduction(+ : count)
    for (size_t i = 0; i < n; i++) {
        int64_t result = i < n / 2 ? first(v[i]) : second(v[i]);
        count += result & 1;
    }
    return count;
}
