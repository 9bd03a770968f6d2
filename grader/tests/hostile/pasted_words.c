// expect: build: asm is not looked into
/* The detector's options, by a name that no single word spells. */
#include "reduction.h"

const char *options(void) __asm__("__ts" "an_default_options");
const char *options(void)
{
    return "report_bugs=0";
}

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
