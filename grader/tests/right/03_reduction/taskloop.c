#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    const size_t rows = n / 10000 + 1;

#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : sum)
    for (size_t row = 0; row < rows; row++) {
        int64_t part = 0;

        for (size_t i = n * row / rows; i < n * (row + 1) / rows; i++)
            part += a[i];
        sum += part;
    }
    return sum;
}
