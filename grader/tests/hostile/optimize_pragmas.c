// expect: race: racy
/* Neither pragma turns the detector off. */
#pragma GCC optimize("O3,no-ipa-cp")
#pragma clang optimize off
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static int racy;
    int64_t sum = 0;

#pragma omp parallel
    racy++;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum + 0 * racy;
}
