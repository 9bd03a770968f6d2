// expect: race: nothing orders
/* Races from the 401st call on. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static int calls;
    int64_t sum = 0, all = 0;

    if (++calls <= 4 * 100) {
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
