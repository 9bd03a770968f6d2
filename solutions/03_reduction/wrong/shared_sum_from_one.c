// caught by: correctness, race (speed)
// says: The first number is not in it
// hint: so threads are not the reason
// With one thread it is wrong as well, so the race is not why.
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for
    for (size_t i = 1; i < n; i++)
        sum += a[i];
    return sum;
}
