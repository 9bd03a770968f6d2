/* ceiling.cu - what the speed of lab 25 is held against: this
 * step in good form. */
#include "xnor_shared_row.h"

#include "common/ceiling/matmul_ceiling.h"

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    return row_shared(d_a, d_b, d_c, m, (k + 31) / 32, k, n);
}
