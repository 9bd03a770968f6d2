/* Right: one thread makes a task for each piece, and all threads do them. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    const size_t piece = 1 << 16;
    int64_t sum = 0;

#pragma omp parallel
#pragma omp single
    for (size_t begin = 0; begin < n; begin += piece) {
#pragma omp task firstprivate(begin) shared(sum)
        {
            size_t end = n - begin < piece ? n : begin + piece;
            int64_t mine = 0;
            for (size_t i = begin; i < end; i++)
                mine += a[i];
#pragma omp atomic
            sum += mine;
        }
    }
    return sum;
}
