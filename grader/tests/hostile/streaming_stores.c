// expect: build: in a way that the detectors
/* A race in stores that no detector sees. */
#include <emmintrin.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static int racy;
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        _mm_stream_si32(&racy, a[i]);
        sum += a[i];
    }
    return sum;
}
