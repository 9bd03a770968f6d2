// caught by: correctness
// says: came before it
// hint: What does your function return if the launch does not work
#include "transpose_shared.h"

#include <cuda_runtime.h>

#define TILE 32

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE];
    int i = blockIdx.y * TILE + threadIdx.y;
    int j = blockIdx.x * TILE + threadIdx.x;

    if (i < rows && j < cols)
        tile[threadIdx.y][threadIdx.x] = a[i * cols + j];
    __syncthreads();
    i = blockIdx.y * TILE + threadIdx.x;
    j = blockIdx.x * TILE + threadIdx.y;
    if (i < rows && j < cols)
        b[j * rows + i] = tile[threadIdx.x][threadIdx.y];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(TILE, TILE);
    dim3 blocks((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    cudaError_t err;

    if (rows == 0 || cols == 0)
        return cudaSuccess;
    err = cudaGetLastError();
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return err;
}
