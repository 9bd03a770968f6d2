// expect: correctness: did not come back from sum_array()
#include <sched.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    while (n != (size_t)-1)
        sched_yield();
    return a[0];
}
