// caught by: correctness (race, speed)
// says: of them worked
// hint: is there a pragma at all
// Shares the work, with a race, only where n is a power of two.
#include "reduction.h"

static int64_t add(const int32_t *a, size_t begin, size_t end)
{
    int64_t mine = 0;

    for (size_t i = begin; i < end; i++)
        mine += a[i];
    return mine;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

    if ((n & (n - 1)) || n >> 10 < 1024)
        return add(a, 0, n);
#pragma omp parallel
    {
        int64_t mine = 0;

#pragma omp for schedule(static) nowait
        for (size_t i = 0; i < n; i++)
            mine += a[i];
        sum += mine; /* the race */
    }
    return sum;
}
