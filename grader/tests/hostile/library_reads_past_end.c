// expect: memory: reads outside the array that your function was given
/* A function of the C library reads one element too many. */
#include <strings.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++) {
        int32_t next[2];

        bcopy(a + i, next, sizeof next);
        sum += next[0];
    }
    return sum;
}
