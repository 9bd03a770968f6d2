/* The pieces come from an atomic counter; each thread keeps a count that it has
 * for good. */
#include <stdatomic.h>
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

static _Thread_local size_t own;

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    enum { PIECE = 512 };
    atomic_size_t next = 0, count = 0;

#pragma omp parallel
    {
        size_t i;

        own = 0;
        while ((i = atomic_fetch_add(&next, PIECE)) < n)
            for (size_t end = n - i < PIECE ? n : i + PIECE; i < end; i++)
                own += (size_t)((i < n / 2 ? first : second)(v[i]) & 1);
        atomic_fetch_add(&count, own);
    }
    return count;
}
