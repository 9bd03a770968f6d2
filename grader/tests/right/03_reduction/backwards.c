/* From the end to the beginning, with a signed index. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t reduction = 0;
    ptrdiff_t i;

#pragma omp parallel for reduction(+ : reduction)
    for (i = (ptrdiff_t)n - 1; i >= 0; i--)
        reduction += a[i];
    return reduction;
}
