// expect: build: in a way that the detectors
/* A read past the end by a gather. */
#include <immintrin.h>
#include "reduction.h"
__attribute__((target("avx2"))) static int32_t at(const int32_t *a, long i)
{
    return _mm_cvtsi128_si32(_mm_i64gather_epi32(a, _mm_set1_epi64x(i), 4));
}
int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    if (n && at(a, n) == 12345 && at(a, n) == 7)
        sum++;
    return sum;
}
