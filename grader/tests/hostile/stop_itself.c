// expect: correctness: did not come back from sum_array()
#include <signal.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    raise(SIGSTOP);
    return n ? a[0] : 0;
}
