// expect: right:
/* Nearly the words that are refused: clang, my__clang__, tsan, has_feature,
 * GNUC, VERSION, MY_TSAN_OPTIONS. None of it is wrong. */
#include "reduction.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#define VERSION 2

int tsan_reads, clang, _tsan_write, my__tsan_init, sanitizer = VERSION;
int has_feature(int x);
int has_feature(int x)
{
    return x + __builtin_popcount(7u);
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#if defined(_OPENMP) && _OPENMP >= 200805
#pragma omp parallel for reduction(+ : sum) num_threads(omp_get_max_threads())
#endif
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
