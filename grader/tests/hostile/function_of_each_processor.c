// expect: build: is chosen while the program is loaded
/* The same, as the compiler makes it for several processors. */
#include "reduction.h"

__attribute__((target_clones("avx2", "default"))) int64_t
sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
