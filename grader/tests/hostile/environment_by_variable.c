// expect: build: environ is not among what an answer may use
/* A variable of the C library's instead of a function. */
#include "reduction.h"

extern char **environ;

int64_t sum_array(const int32_t *a, size_t n)
{
    environ = 0;
    return n ? a[0] : 0;
}
