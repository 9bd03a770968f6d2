// expect: correctness: printed more than 1 MB
#include <stdio.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    for (;;)
        fprintf(stderr, "%p %zu\n", (const void *)a, n);
}
