// caught by: correctness
// says: but here OpenMP gave fewer
// hint: How many threads does your code count on
/* Parts for as many threads as there may be at most. A team can have fewer, and
 * then nobody adds up the last parts. */
#include "reduction.h"

#include <omp.h>

int64_t sum_array(const int32_t *a, size_t n)
{
    size_t all = (size_t)omp_get_max_threads();
    int64_t sum = 0;

#pragma omp parallel reduction(+ : sum)
    {
        size_t me = (size_t)omp_get_thread_num();

        for (size_t i = n * me / all; i < n * (me + 1) / all; i++)
            sum += a[i];
    }
    return sum;
}
