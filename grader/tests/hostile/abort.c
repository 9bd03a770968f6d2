// expect: correctness: stopped itself in sum_array()
#include <stdlib.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    if (n != 12345)
        abort();
    return a[0];
}
