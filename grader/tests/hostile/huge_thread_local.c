// expect: build: take 300.0 GB
#include "reduction.h"

static _Thread_local char a[300ul << 30];

int64_t sum_array(const int32_t *b, size_t n)
{
    a[n] = 1;
    return n ? b[0] + a[1] : 0;
}
