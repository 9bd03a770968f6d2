/* ceiling.cu - what the speed of lab 24 is held against: this
 * step in good form. */
#include "xnor.h"

#include "common/ceiling/matmul_ceiling.h"

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    int words = (k + 31) / 32;

    return naive(d_a, words, d_b, n, d_c, n, m, words, k, n);
}
