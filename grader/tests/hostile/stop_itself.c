// expect: correctness: did not come back from sum_array()
// door: build: raise is not among what an answer may use
#include <signal.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    raise(SIGSTOP);
    return n ? a[0] : 0;
}
