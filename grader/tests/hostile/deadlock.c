// expect: correctness: waited to get in at line 15
#include <omp.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    omp_lock_t lock;
    int64_t sum = 0;

    omp_init_lock(&lock);
    omp_set_lock(&lock);
#pragma omp parallel for
    for (size_t i = 0; i < n + 4; i++) {
        omp_set_lock(&lock);
        sum += i < n ? a[i] : 0;
        omp_unset_lock(&lock);
    }
    return sum;
}
