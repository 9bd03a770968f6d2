// caught by: correctness (speed)
// says: the sum for n
// hint: which numbers does nobody add
#include <omp.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel reduction(+ : sum)
    {
        size_t part = n / (size_t)omp_get_num_threads();
        size_t begin = part * (size_t)omp_get_thread_num();
        for (size_t i = begin; i < begin + part; i++)
            sum += a[i];
    }
    return sum;
}
