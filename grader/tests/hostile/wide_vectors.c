// expect: build: vector_size may read or write memory in a way that
/* A race in vectors of 32 bytes, which ThreadSanitizer takes no notice of. */
#include "reduction.h"

typedef int32_t eight __attribute__((vector_size(2 * 16)));
static eight shared;

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        shared += (int32_t)i;
        sum += a[i];
    }
    return sum;
}
