// expect: build: The attribute ifunc
/* Code that the loader runs to find out which function is meant. */
#include "reduction.h"

static int64_t first(const int32_t *a, size_t n)
{
    return n ? a[0] : 0;
}
static void *choose(void)
{
    return (void *)first;
}
int64_t sum_array(const int32_t *a, size_t n)
    __attribute__((ifunc("choose")));
