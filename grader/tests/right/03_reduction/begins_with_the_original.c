/* A reduction of its own, whose parts begin with what the sum was before. */
#include "reduction.h"

struct total {
    int64_t of;
};

#pragma omp declare reduction(plus : struct total : omp_out.of += omp_in.of) \
                                  initializer(omp_priv = omp_orig)

int64_t sum_array(const int32_t *a, size_t n)
{
    struct total total = {0};

#pragma omp parallel for reduction(plus : total)
    for (size_t i = 0; i < n; i++)
        total.of += a[i];
    return total.of;
}
