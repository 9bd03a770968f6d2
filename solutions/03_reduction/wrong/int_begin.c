// caught by: correctness
// says: came to index
// hint: Which of your variables are made from n
// A part begins at an int. The second half of more than 2^32 - 3 numbers begins
// where an int cannot go: it becomes a number below 0.
#include <omp.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel reduction(+ : sum)
    {
        size_t me = (size_t)omp_get_thread_num();
        size_t team = (size_t)omp_get_num_threads();
        int begin = (int)(n * me / team);
        const int32_t *p = a + begin, *end = a + n * (me + 1) / team;

        while (p < end)
            sum += *p++;
    }
    return sum;
}
