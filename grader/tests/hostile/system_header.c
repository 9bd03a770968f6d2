// expect: build: The attribute constructor
/* Includes itself as a header that says it is one of the system's. */
#ifndef AGAIN
#define AGAIN
#include __FILE__
#else
#include "reduction.h"

_Pragma("GCC system_header")

__attribute__((constructor)) static void early(void)
{
}

int64_t sum_array(const int32_t *a, size_t n)
{
    early();
    return n ? a[0] : 0;
}
#endif
