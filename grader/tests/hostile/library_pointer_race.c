// expect: race: copy(shared, &i, 8)
/* The same by pointers to it. */
#include <string.h>

#include "reduction.h"

void *mempcpy(void *to, const void *from, size_t n);

static char shared[64];
static void *(*volatile copy)(void *, const void *, size_t) = mempcpy;

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        if (i % 64 < 2)
            copy(shared, &i, 8);
        sum += a[i];
    }
    return sum;
}
