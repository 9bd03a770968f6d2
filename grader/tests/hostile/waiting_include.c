// expect: build: Only files of your own
/* A terminal on which nobody types: the compiler would wait forever. */
#include "/dev/ptmx"
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    return n ? a[0] : 0;
}
