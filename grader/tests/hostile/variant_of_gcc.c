// expect: build: lets each compiler choose other code
/* Another function where gcc compiles. */
#include "reduction.h"

static int64_t racy(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

#pragma omp declare variant(racy) match(implementation = {vendor(gnu)})
static int64_t right(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    return right(a, n);
}
