/* 32 x 8 threads that move four elements each. */
#include "transpose_padded.h"

#include <cuda_runtime.h>

__global__ void turn(const float *__restrict__ a, float *__restrict__ b,
                     int rows, int cols)
{
    __shared__ float t[32][32 + 1];
    int x = threadIdx.x, j = blockIdx.x * 32 + x, i = blockIdx.y * 32;

    for (int y = threadIdx.y; y < 32; y += blockDim.y)
        if (j < cols && i + y < rows)
            t[y][x] = a[(i + y) * cols + j];
    __syncthreads();
    j = blockIdx.x * 32;
    i = i + x;
    for (int y = threadIdx.y; y < 32; y += blockDim.y)
        if (j + y < cols && i < rows)
            b[(j + y) * rows + i] = t[x][y];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return cudaSuccess;
    turn<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(d_a, d_b,
                                                                    rows, cols);
    return cudaGetLastError();
}
