// expect: build: another way to write #
/* The same with other letters for the #. */
#include "reduction.h"

%:line 1 "/usr/include/stdio.h"
int64_t sum_array(const int32_t *a, size_t n)
{
    return n ? a[0] : 0;
}
