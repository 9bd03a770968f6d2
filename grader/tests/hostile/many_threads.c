// expect: speed: too slow
/* Right, race-free, and everything inside a critical section, by 16 threads:
 * more threads than cores must not look like speed. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for num_threads(16)
    for (size_t k = 0; k < 64; k++) {
#pragma omp critical
        for (size_t i = n * k / 64; i < n * (k + 1) / 64; i++)
            sum += a[i];
    }
    return sum;
}
