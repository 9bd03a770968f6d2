// expect: race: nothing orders the two writes
/* Has a race, but only in teams of 4 and 6. */
#include <omp.h>
#include "reduction.h"
static int racy;
int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        if (omp_get_num_threads() == 4 || omp_get_num_threads() == 6) ++*(volatile int *)&racy;
        sum += a[i];
    }
    return sum;
}
