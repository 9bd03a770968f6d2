// caught by: correctness, memory (race)
// hint: a table of your own
#include "reduction.h"

#include <omp.h>

enum { MAX_THREADS = 64 };

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t part[MAX_THREADS] = {0}, sum = 0;

#pragma omp parallel
    {
        int64_t mine = 0;

#pragma omp for
        for (size_t i = 0; i < n; i++)
            mine += a[i];
        part[omp_get_thread_num()] = mine; // <- here
    }
    for (int t = 0; t < MAX_THREADS; t++)
        sum += part[t];
    return sum;
}
