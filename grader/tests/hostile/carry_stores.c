// expect: build: _addcarry_u64 may read or write memory in a way that
/* A race by an intrinsic whose name does not begin with _mm. */
#include <immintrin.h>

#include "reduction.h"

static unsigned long long shared;

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        _addcarry_u64(0, i, i, &shared);
        sum += a[i];
    }
    return sum;
}
