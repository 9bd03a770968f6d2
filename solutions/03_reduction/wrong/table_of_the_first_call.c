// caught by: memory
// hint: a table of your own
// The table is made for the threads of the first call; later there may be more.
#include <omp.h>
#include <stdlib.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static int64_t *part;
    int64_t sum = 0;

    if (!part)
        part = malloc((size_t)omp_get_max_threads() * sizeof *part);
    if (!part)
        abort();
#pragma omp parallel
    {
        int64_t mine = 0;

#pragma omp for
        for (size_t i = 0; i < n; i++)
            mine += a[i];
        part[omp_get_thread_num()] = mine; // <- here
#pragma omp barrier
#pragma omp single
        for (int t = 0; t < omp_get_num_threads(); t++)
            sum += part[t];
    }
    return sum;
}
