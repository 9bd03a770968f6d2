// expect: build: system is not among what an answer may use
/* A function by a name that stands nowhere in the code. */
#include "reduction.h"

#pragma redefine_extname harmless system
int harmless(const char *command);

int64_t sum_array(const int32_t *a, size_t n)
{
    return n ? a[0] + harmless("true") : 0;
}
