// expect: build: Only files of your own
#include "/dev/zero"
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    return n ? a[0] : 0;
}
