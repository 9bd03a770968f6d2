// expect: correctness: sum_array()
#include <stdlib.h>
#include <string.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    for (;;) {
        char *p = malloc(1 << 20);
        memset(p, (int)n, 1 << 20);
        if (p[5] == 77)
            return a[0];
    }
}
