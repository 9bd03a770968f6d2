// caught by: correctness
// says: OpenMP offered
// hint: Which number in your code
// No more threads than the author's machine has cores, and there are larger ones.
#include "reduction.h"

#include <omp.h>

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    int all = omp_get_max_threads(), team = all < 64 ? all : 64;

#pragma omp parallel for num_threads(team) reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
