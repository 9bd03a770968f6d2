// expect: build: more than 256 MB
/* The assembler writes all of it. */
#include "reduction.h"

char a[3ul << 30] = {1};

int64_t sum_array(const int32_t *b, size_t n)
{
    return n ? b[0] + a[n] : 0;
}
