/* One dimension of threads; each warp cuts itself into 8 x 4. */
#include "transpose_blocks.h"

#include <cuda_runtime.h>

__global__ void turn(const float *a, float *b, int rows, int cols)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int i = blockIdx.y * 8 + lane % 8;
    int j = blockIdx.x * 32 + warp * 4 + lane / 8;

    if (i < rows && j < cols)
        b[(size_t)j * rows + i] = a[(size_t)i * cols + j];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return cudaSuccess;
    turn<<<dim3((cols + 31) / 32, (rows + 7) / 8), 256>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
