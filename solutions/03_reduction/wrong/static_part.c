// caught by: race (correctness, speed)
// says: `part`
// hint: Which variable do all threads write
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        static int64_t part; /* one for all threads */

        part = a[i];         // <- here
        part *= 2;           // <- here
        sum += part / 2;     // <- here
    }
    return sum;
}
