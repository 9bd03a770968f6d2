/* Two at a time where rows begin on 8 bytes. */
#include "transpose_columns.h"

#include <cuda_runtime.h>

__global__ void one(const float *a, float *b, int rows, int cols)
{
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;

    if (i < rows && j < cols)
        b[j * rows + i] = a[i * cols + j];
}

__global__ void two(const float2 *a, float *b, int rows, int cols)
{
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;

    if (i < rows && j < cols / 2) {
        float2 v = a[i * (cols / 2) + j];

        b[2 * j * rows + i] = v.x;
        b[(2 * j + 1) * rows + i] = v.y;
    }
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return cudaSuccess;
    if (cols % 2 == 0)
        two<<<dim3((cols / 2 + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(
            (const float2 *)d_a, d_b, rows, cols);
    else
        one<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(
            d_a, d_b, rows, cols);
    return cudaGetLastError();
}
