// expect: race: racy
// door: build: The attribute constructor
/* Races before main(), when the runner has not yet told the detector where to
 * report. */
#include "reduction.h"

static int racy;

__attribute__((constructor)) static void begin(void)
{
#pragma omp parallel
    racy++;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
