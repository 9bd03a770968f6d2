// caught by: correctness (race, memory, speed)
// says: nobody has set before
// hint: get its first value, in each thread
/* The count has no value at the beginning: the threads' counts are added to
 * whatever lay there. It is often 0. */
#include <math.h>

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
    size_t count;

#pragma omp parallel for schedule(static, 1024) reduction(+ : count)
    for (size_t i = 0; i < n; i++)
        count += (i < n / 2 ? first(v[i]) : second(v[i])) & 1;
    return count;
}
