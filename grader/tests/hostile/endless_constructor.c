// expect: correctness: did not come back from start-up
// door: build: The attribute constructor
#include <unistd.h>

#include "reduction.h"

__attribute__((constructor)) static void wait(void)
{
    for (;;)
        pause();
}

int64_t sum_array(const int32_t *a, size_t n)
{
    return n ? a[0] : 0;
}
