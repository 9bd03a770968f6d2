// expect: build: begins with a #
/* What follows is said to come from a file that has no end. */
# 1 "/dev/zero" 1
# 2 "reduction.c" 2
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
