// expect: build: The attribute
/* The same without a constructor and without asm. */
#include "reduction.h"

static int ready;

static void early(void)
{
    ready = 1;
}
static void (*const list[])(void)
    __attribute__((used, __section__(".init_array"))) = {early};

int64_t sum_array(const int32_t *a, size_t n)
{
    return n ? a[0] + ready : 0;
}
