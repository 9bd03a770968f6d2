/* ceiling.cu - what the speed of lab 23 is held against: this
 * step in good form. */
#include "matmul_shared_row.h"

#include "common/ceiling/matmul_ceiling.h"

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    return row_shared(d_a, d_b, d_c, m, k, k, n);
}
