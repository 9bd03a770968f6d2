// caught by: race (correctness)
// says: `part
// hint: the same element of your table
#include "reduction.h"

#include <omp.h>

enum { SLOTS = 64 };

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t part[SLOTS] = {0}, sum = 0;

#pragma omp parallel
    {
        int64_t mine = 0;

#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            mine += a[i];
        part[omp_get_thread_num() % SLOTS] += mine; // <- here
    }
    for (int k = 0; k < SLOTS; k++)
        sum += part[k];
    return sum;
}
