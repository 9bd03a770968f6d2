// caught by: correctness, memory (speed)
// hint: Which two numbers does that line add
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
