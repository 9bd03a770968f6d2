#include "reduction.h"

int64_t sum_array(const int32_t *number, size_t count)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t k = 0; k < count; k++)
        sum += number[k];
    return sum;
}
