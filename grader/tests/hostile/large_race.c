// expect: race: nothing orders
/* Races where there is more to add up than speed is measured with. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0, all = 0;

    if (n < 20 * 1000 * 1000) {
#pragma omp parallel for reduction(+ : sum)
        for (size_t i = 0; i < n; i++)
            sum += a[i];
        return sum;
    }
#pragma omp parallel firstprivate(sum)
    {
#pragma omp for
        for (size_t i = 0; i < n; i++)
            sum += a[i];
        all += sum;
    }
    return all;
}
