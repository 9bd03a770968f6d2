/* Blocks of a few thousand numbers, to whoever is free. */
#include "reduction.h"

enum { BLOCK = 16384 };

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    const size_t blocks = (n + BLOCK - 1) / BLOCK;

#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
    for (size_t b = 0; b < blocks; b++) {
        const size_t begin = b * BLOCK;
        const size_t end = begin + BLOCK < n ? begin + BLOCK : n;
        int64_t part = 0;

        for (size_t i = begin; i < end; i++)
            part += a[i];
        sum += part;
    }
    return sum;
}
