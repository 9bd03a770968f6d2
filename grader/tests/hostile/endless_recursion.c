// expect: memory: calls itself
#include "reduction.h"

static int64_t deeper(const int32_t *a, size_t n)
{
    volatile char room[1000];

    room[n % 1000] = 1;
    return deeper(a, n + 1) + room[0] + a[0];
}

int64_t sum_array(const int32_t *a, size_t n)
{
    return deeper(a, n);
}
