/* ceiling.cu - what the speed of lab 21 is held against: this
 * step in good form. */
#include "matmul_naive.h"

#include "common/ceiling/matmul_ceiling.h"

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    return naive(d_a, k, d_b, n, d_c, n, m, k, k, n);
}
