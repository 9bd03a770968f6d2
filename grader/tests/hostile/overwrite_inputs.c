// expect: correctness: where you have no memory
#include <string.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    memset((int32_t *)a, 0, n * sizeof *a);
    return 0;
}
