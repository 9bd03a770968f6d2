/* An element of either half in each turn: all turns take equally long. */
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
    size_t half = n / 2, odd = 0;

#pragma omp parallel for reduction(+ : odd)
    for (size_t i = 0; i < half; i++) {
        odd += first(v[i]) & 1 ? 1 : 0;
        odd += second(v[i + half]) & 1 ? 1 : 0;
    }
    if (n > 2 * half)
        odd += second(v[n - 1]) & 1;
    return odd;
}
