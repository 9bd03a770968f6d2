/* Right: blocks that the threads fetch. Which thread sums which block is
 * decided as they run; a thread without a core leaves its blocks to others. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    const size_t block = 4096;
    int64_t sum = 0;

#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
    for (size_t begin = 0; begin < n; begin += block) {
        size_t end = n - begin < block ? n : begin + block;
        for (size_t i = begin; i < end; i++)
            sum += a[i];
    }
    return sum;
}
