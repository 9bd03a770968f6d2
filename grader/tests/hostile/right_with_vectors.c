// expect: right:
/* Vectors of 16 bytes, and builtins that reach no memory. */
#include <emmintrin.h>

#include <omp.h>

#include "reduction.h"

typedef int64_t two __attribute__((vector_size(16)));

static int64_t sum_of(const int32_t *a, size_t n)
{
    two sum = {0, 0};
    size_t i = 0;

    for (; i + 4 <= n; i += 4) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i sign = _mm_cmpgt_epi32(_mm_setzero_si128(), x);

        sum += (two)_mm_unpacklo_epi32(x, sign);
        sum += (two)_mm_unpackhi_epi32(x, sign);
    }
    for (; __builtin_expect(i < n, 0); i++)
        sum[0] += a[i];
    return sum[0] + sum[1];
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel reduction(+ : sum)
    {
        size_t parts = (size_t)omp_get_num_threads();
        size_t part = (size_t)omp_get_thread_num();
        size_t from = n / parts * part + (part < n % parts ? part : n % parts);
        size_t to = from + n / parts + (part < n % parts);

        sum += sum_of(a + from, to - from);
        _mm_pause();
    }
    return sum;
}
