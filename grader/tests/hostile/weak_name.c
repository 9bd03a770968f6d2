// expect: build: gnu_get_libc_version is not among what an answer may use
/* Asks which library it was linked with: there or null. */
#include "reduction.h"

__attribute__((weak)) extern const char *gnu_get_libc_version(void);

int64_t sum_array(const int32_t *a, size_t n)
{
    return n && gnu_get_libc_version ? a[0] : 0;
}
