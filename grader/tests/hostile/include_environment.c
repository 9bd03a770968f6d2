// expect: build: Only files of your own
/* A regular file, of no length, with what the judge knows. */
#include "/proc/self/environ"
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    return n ? a[0] : 0;
}
