// expect: correctness: crashed in sum_array()
#include <string.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    volatile char big[64 << 20];

    memset((char *)big, (int)n, sizeof big);
    return big[n] + (n ? a[0] : 0);
}
