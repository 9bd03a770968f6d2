/* The threads take pieces from a counter. */
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
    enum { PIECE = 1000 };
    size_t next = 0, odd = 0;

#pragma omp parallel shared(next) reduction(+ : odd)
    for (;;) {
        size_t begin;
#pragma omp atomic capture
        {
            begin = next;
            next += PIECE;
        }
        if (begin >= n)
            break;
        for (size_t i = begin; i < n && i < begin + PIECE; i++) {
            int64_t result = i < n / 2 ? first(v[i]) : second(v[i]);

            odd += (result % 2 == 1 || result % 2 == -1);
        }
    }
    return odd;
}
