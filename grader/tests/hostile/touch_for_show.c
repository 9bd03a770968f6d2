// expect: correctness: Nearly all the work is done by one
/* One thread adds up everything; each other touches a page. */
#include <omp.h>
#include "reduction.h"
int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
#pragma omp parallel
    {
        size_t t = omp_get_num_threads(), me = omp_get_thread_num();
        if (n)
            (void)((volatile const int32_t *)a)[n * me / t];
    }
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
