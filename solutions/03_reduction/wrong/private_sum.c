// caught by: correctness (memory, speed)
// hint: Where does its sum go when the loop ends
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for firstprivate(sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
