/* Pieces of 4 x 4 are turned in registers, where both sizes allow it. */
#include "transpose_blocks.h"

#include <cuda_runtime.h>

__global__ void simple(const float *a, float *b, int rows, int cols)
{
    int i = blockIdx.x * 8 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;

    if (i < rows && j < cols)
        b[j * rows + i] = a[i * cols + j];
}

__global__ void turn(const float4 *a, float4 *b, int rows, int cols)
{
    int i = blockIdx.x * 2 + threadIdx.x, j = blockIdx.y * 32 + threadIdx.y;

    if (i >= rows || j >= cols)
        return;
    a += 4 * i * cols + j;
    b += 4 * j * rows + i;
    float4 p = a[0], q = a[cols], r = a[2 * cols], s = a[3 * cols];
    b[0] = make_float4(p.x, q.x, r.x, s.x);
    b[rows] = make_float4(p.y, q.y, r.y, s.y);
    b[2 * rows] = make_float4(p.z, q.z, r.z, s.z);
    b[3 * rows] = make_float4(p.w, q.w, r.w, s.w);
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return cudaSuccess;
    if (rows % 4 || cols % 4)
        simple<<<dim3((rows + 7) / 8, (cols + 15) / 16), dim3(8, 16)>>>(
            d_a, d_b, rows, cols);
    else
        turn<<<dim3((rows / 4 + 1) / 2, (cols / 4 + 31) / 32), dim3(2, 32)>>>(
            (const float4 *)d_a, (float4 *)d_b, rows / 4, cols / 4);
    return cudaGetLastError();
}
