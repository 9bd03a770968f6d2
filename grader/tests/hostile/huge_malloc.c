// expect: memory: more memory than
#include <stdlib.h>
#include <string.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    char *p = malloc((size_t)100 << 30);

    memset(p, 1, (size_t)100 << 30);
    return p[n] + (n ? a[0] : 0);
}
