/* One thread makes tasks, all do them; an addition per task. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;
    const size_t grain = n / 64 + 1;

#pragma omp parallel
#pragma omp single
    for (size_t begin = 0; begin < n; begin += grain) {
#pragma omp task firstprivate(begin) shared(sum)
        {
            size_t end = n - begin < grain ? n : begin + grain;
            int64_t part = 0;

            for (size_t i = begin; i < end; i++)
                part += a[i];
#pragma omp atomic
            sum += part;
        }
    }
    return sum;
}
