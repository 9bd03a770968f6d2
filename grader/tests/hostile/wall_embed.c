// expect: build:
/* C23's own way to take a file into the program. */
#include "reduction.h"

static const unsigned char found[] = {
#embed "../../Makefile"
};

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = found[0];

#pragma omp parallel for reduction(+:sum)
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
