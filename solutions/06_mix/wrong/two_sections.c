// caught by: correctness (speed)
// says: Each `section` is one piece
// hint: how many pieces there are to be had
#include "mix.h"

#include <math.h>

int64_t square(int32_t x)
{
    return (int64_t)x * x;
}

int64_t root(int32_t x)
{
    return (int64_t)sqrt((double)x);
}

static size_t count_part(const int32_t *v, size_t from, size_t to, operation *f)
{
    size_t odd = 0;

    for (size_t i = from; i < to; i++)
        odd += f(v[i]) % 2 != 0;
    return odd;
}

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t count = 0;

#pragma omp parallel sections reduction(+ : count)
    {
#pragma omp section
        count += count_part(v, 0, n / 2, first);
#pragma omp section
        count += count_part(v, n / 2, n, second);
    }
    return count;
}
