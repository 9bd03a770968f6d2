// expect: correctness: ended the whole program in start-up
// door: build: The attribute constructor
#include <stdlib.h>

#include "reduction.h"

__attribute__((constructor)) static void leave(void)
{
    exit(0);
}

int64_t sum_array(const int32_t *a, size_t n)
{
    return n ? a[0] : 0;
}
