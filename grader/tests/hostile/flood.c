// expect: correctness: printed more than 1 MB
#include <stdio.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    for (int i = 0; i < 1 << 24; i++)
        printf("%060d\n", i);
    return n ? a[0] : 0;
}
