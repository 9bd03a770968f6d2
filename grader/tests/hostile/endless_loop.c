// expect: correctness: did not come back from sum_array()
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    volatile int go_on = 1;

    while (go_on)
        ;
    return n ? a[0] : 0;
}
