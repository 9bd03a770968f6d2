// expect: build: fegetenv is not among what an answer may use
/* What is not in the table is refused. */
#include <fenv.h>

#include "reduction.h"

static fenv_t shared;

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        fegetenv(&shared);
        sum += a[i];
    }
    return sum;
}
