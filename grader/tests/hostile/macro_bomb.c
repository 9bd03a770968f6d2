// expect: build: compiler
#include "reduction.h"

#define A(x) x, x, x, x, x, x, x, x
#define B(x) A(A(A(x)))
#define C(x) B(B(B(x)))

static const int many[] = {C(C(1))};

int64_t sum_array(const int32_t *a, size_t n)
{
    return many[n] + (n ? a[0] : 0);
}
