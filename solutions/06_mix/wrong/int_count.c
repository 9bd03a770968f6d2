// caught by: correctness
// says: fit into its type
// hint: n may be more than an int counts
// The loop counts with an int, which cannot count all that n may be.
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
    int count = 0, all = (int)n;

#pragma omp parallel for schedule(static, 1024) reduction(+ : count)
    for (int i = 0; i < all; i++) {
        int64_t result = i < all / 2 ? first(v[i]) : second(v[i]);
        count += result & 1;
    }
    return (size_t)count;
}
