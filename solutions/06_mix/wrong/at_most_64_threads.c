// caught by: correctness
// says: OpenMP offered
// hint: how many pieces there are to be had
// No more threads than the author's machine has cores, and there are larger ones.
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
    int all = omp_get_max_threads(), team = all < 64 ? all : 64;
    size_t count = 0;

#pragma omp parallel for schedule(static, 1024) num_threads(team) \
    reduction(+ : count)
    for (size_t i = 0; i < n; i++) {
        int64_t result = i < n / 2 ? first(v[i]) : second(v[i]);
        count += result & 1;
    }
    return count;
}
