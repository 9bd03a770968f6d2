// expect: race: nothing orders
/* Races where the compiler has gcc 12's version of OpenMP. */
#include "reduction.h"

#if _OPENMP == 201511
#define AND_SO_ON
#else
#define AND_SO_ON reduction(+ : sum)
#endif
#define DO(text) DO_(text)
#define DO_(text) _Pragma(#text)

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

    DO(omp parallel for AND_SO_ON)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
