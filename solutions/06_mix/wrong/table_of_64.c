// caught by: correctness, memory (race)
// hint: Two threads have the same element | Is there a table of your own
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
    size_t part[64] = {0}, count = 0;

#pragma omp parallel for schedule(static, 1024)
    for (size_t i = 0; i < n; i++) {
        int64_t result = i < n / 2 ? first(v[i]) : second(v[i]);
        part[omp_get_thread_num()] += result & 1;
    }
    for (int t = 0; t < 64; t++)
        count += part[t];
    return count;
}
