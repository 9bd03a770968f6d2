/* Blocks of 4 x 32: the reading is whole. */
#include "transpose_blocks.h"

#include <cuda_runtime.h>

__global__ void turn(const float *a, float *b, int rows, int cols)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int j = threadIdx.y + blockIdx.y * blockDim.y;

    if (i >= rows || j >= cols)
        return;
    b[i + rows * j] = a[j + cols * i];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return cudaSuccess;
    turn<<<dim3((rows + 3) / 4, (cols + 31) / 32), dim3(4, 32)>>>(d_a, d_b,
                                                                  rows, cols);
    return cudaGetLastError();
}
