/*
 * ceiling.cu - the most that a GPU can do for lab 12: four floats at a time,
 * so that fewer instructions keep more bytes on their way. What the student's
 * function is held against, in the same run.
 */
#include <cuda_runtime.h>

#include "vector_add.h"

static __global__ void add4(const float4 *a, const float4 *b, float4 *c,
                            int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < quads) {
        float4 x = a[i], y = b[i];

        c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
}

/* n is a multiple of 4 here, and `blocks` of no interest. */
int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int)
{
    n /= 4;
    add4<<<(n + 255) / 256, 256>>>((const float4 *)d_a, (const float4 *)d_b,
                                   (float4 *)d_c, n);
    return cudaGetLastError();
}
