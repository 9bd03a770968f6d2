/* Four sums in each thread, for the processor's sake. */
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    size_t quads = n / 4;

#pragma omp parallel for reduction(+ : s0, s1, s2, s3) schedule(static)
    for (size_t q = 0; q < quads; q++) {
        s0 += a[4 * q];
        s1 += a[4 * q + 1];
        s2 += a[4 * q + 2];
        s3 += a[4 * q + 3];
    }
    switch (n % 4) {
    case 3:
        s2 += a[n - 3]; /* falls through */
    case 2:
        s1 += a[n - 2]; /* falls through */
    case 1:
        s0 += a[n - 1];
    }
    return (s0 + s1) + (s2 + s3);
}
