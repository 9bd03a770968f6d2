/*
 * Why it works: reduction(+ : sum) gives every thread a private sum that
 * starts at 0; when the loop ends, OpenMP adds the private sums to the
 * original, one after the other. No two threads ever write the same variable.
 * The sum is an int64_t in every thread, so nothing overflows on the way.
 *
 * Another way: a plain `parallel` region, a local sum per thread filled by
 * `omp for`, and one `omp atomic` per thread at the end. That is what the
 * clause does for you.
 */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
