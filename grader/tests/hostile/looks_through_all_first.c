// expect: speed: too slow
/* No cheat: one thread goes through all numbers first, to no avail, and then the
 * work is shared. That is right, and only slow. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0, largest = 0;

    for (size_t i = 0; i < n; i++)
        largest = a[i] > largest ? a[i] : largest;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i] + (largest < 0);
    return sum;
}
