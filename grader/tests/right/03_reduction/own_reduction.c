/* A reduction of one's own, over a struct. */
#include "reduction.h"

struct accumulator {
    int64_t even, odd;
};

#pragma omp declare reduction(add : struct accumulator : omp_out.even +=      \
                                  omp_in.even,                                 \
                                  omp_out.odd += omp_in.odd) \
        initializer(omp_priv = (struct accumulator){0, 0})

int64_t sum_array(const int32_t *a, size_t n)
{
    struct accumulator acc = {0, 0};

#pragma omp parallel for reduction(add : acc)
    for (size_t i = 0; i < n / 2; i++) {
        acc.even += a[2 * i];
        acc.odd += a[2 * i + 1];
    }
    return acc.even + acc.odd + (n % 2 ? a[n - 1] : 0);
}
