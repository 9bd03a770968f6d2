/* Divide and conquer: the left half is a task, the right one is not. */
#include "reduction.h"

static int64_t add(const int32_t *a, size_t n, size_t leaf)
{
    int64_t left = 0, right = 0;

    if (n <= leaf) {
        for (size_t i = 0; i < n; i++)
            left += a[i];
        return left;
    }
#pragma omp task shared(left)
    left = add(a, n / 2, leaf);
    right = add(a + n / 2, n - n / 2, leaf);
#pragma omp taskwait
    return left + right;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel
#pragma omp master
    sum = add(a, n, n / 32 + 1000);
    return sum;
}
