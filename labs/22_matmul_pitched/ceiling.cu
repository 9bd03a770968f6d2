/* ceiling.cu - what the speed of lab 22 is held against: this
 * step in good form. */
#include "matmul_pitched.h"

#include "common/ceiling/matmul_ceiling.h"

int matmul_pitched(const float *d_a, size_t a_pitch, const float *d_b,
                   size_t b_pitch, float *d_c, size_t c_pitch, int m, int k,
                   int n)
{
    const size_t size = sizeof(float);

    return naive(d_a, a_pitch / size, d_b, b_pitch / size, d_c, c_pitch / size,
                 m, k, k, n);
}
