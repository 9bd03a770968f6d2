// caught by: race (correctness, speed)
// says: atomic capture
// hint: somebody else comes between
#include <math.h>

#include "mix.h"

#define CHUNK 2048

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
    size_t half = n / 2, next = 0, count = 0;

#pragma omp parallel reduction(+ : count)
    for (;;) {
        /* who is free takes the next chunk */
        size_t begin = next;

#pragma omp atomic
        next += CHUNK;
        if (begin >= n)
            break;

        size_t end = n - begin < CHUNK ? n : begin + CHUNK;
        for (size_t i = begin; i < end; i++) {
            int64_t result = i < half ? first(v[i]) : second(v[i]);

            if (result & 1)
                count++;
        }
    }
    return count;
}
