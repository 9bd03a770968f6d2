// expect: race: nothing orders
#include "reduction.h"
#include <omp.h>
#include <string.h>
/* A table for 160 threads; further ones use the slots once more, at the same
 * time. */
int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0, part[160];
    memset(part, 0, sizeof part);
#pragma omp parallel
    {
        int64_t mine = 0;
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            mine += a[i];
        part[omp_get_thread_num() % 160] += mine;
    }
    for (int t = 0; t < 160; t++)
        sum += part[t];
    return sum;
}
