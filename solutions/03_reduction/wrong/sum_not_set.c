// caught by: correctness (race, memory, speed)
// says: nobody has set before
// hint: get its first value, in each thread
/* The sum has no value at the beginning, and the threads' sums are added to
 * whatever lay there. It is often 0. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
