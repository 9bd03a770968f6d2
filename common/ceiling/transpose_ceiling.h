/*
 * transpose_ceiling.h - the most that a GPU can do for a transposition (labs 31
 * to 35): a copy, four floats at a time. It moves the same bytes, and turns
 * nothing. A lab's ceiling.cu includes its contract and this.
 */
#ifndef COMMON_TRANSPOSE_CEILING_H
#define COMMON_TRANSPOSE_CEILING_H

#include <cuda_runtime.h>

static __global__ void copy4(const float4 *a, float4 *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        b[i] = a[i];
}

/* rows * cols is a multiple of 4 here. */
int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    const int quads = rows * cols / 4;

    copy4<<<(quads + 255) / 256, 256>>>((const float4 *)d_a, (float4 *)d_b,
                                        quads);
    return cudaGetLastError();
}

#endif
