// expect: correctness: did not come back from sum_array()
// door: build: signal is not among what an answer may use
/* The handler returns, so the same access faults again, for ever. */
#include <signal.h>

#include "reduction.h"

static void nothing(int number)
{
    (void)number;
}

int64_t sum_array(const int32_t *a, size_t n)
{
    volatile int32_t *nowhere = (int32_t *)16;

    signal(SIGSEGV, nothing);
    return *nowhere + (n ? a[0] : 0);
}
