// expect: correctness: crashed in sum_array()
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    volatile int32_t *nowhere = (int32_t *)16;

    return *nowhere + (n ? a[0] : 0);
}
