// expect: build: Only files of your own
/* The compiler reads nothing here; whoever looks into the headers afterwards
 * has another standard input, and may wait on it for ever. */
#include "/dev/stdin"
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    return n ? a[0] : 0;
}
