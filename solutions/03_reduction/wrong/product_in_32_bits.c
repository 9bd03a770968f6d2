// caught by: correctness
// says: the sum for n
// hint: Which of your variables are made from n
// n fits into 32 bits, but its product with a thread's number does not: most
// parts are empty.
#include <omp.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    uint32_t all = (uint32_t)n;

#pragma omp parallel reduction(+ : sum)
    {
        uint32_t me = (uint32_t)omp_get_thread_num();
        uint32_t team = (uint32_t)omp_get_num_threads();
        uint32_t end = all * (me + 1) / team;

        for (uint32_t i = all * me / team; i < end; i++)
            sum += a[i];
    }
    return sum;
}
