// expect: build: _fxsave may read or write memory in a way that the detectors
/* A race by what saves the processor's registers. */
#include <immintrin.h>

#include "reduction.h"

static char shared[512] __attribute__((aligned(16)));

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        if (i % 64 == 0)
            _fxsave(shared);
        sum += a[i];
    }
    return sum;
}
