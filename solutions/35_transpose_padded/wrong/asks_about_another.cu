// caught by: race, correctness, memory
// says: which is another one: ask about what you use
// hint: have the two threads that write
#include "transpose_padded.h"

#include <cuda_runtime.h>

#define TILE 32

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];
    int i = blockIdx.y * TILE + threadIdx.y;
    int j = blockIdx.x * TILE + threadIdx.x;

    if (i < rows && j < cols)
        tile[threadIdx.y][threadIdx.x] = a[(size_t)i * cols + j];
    __syncthreads();
    int row = blockIdx.x * TILE + threadIdx.y;
    int col = blockIdx.y * TILE + threadIdx.x;
    /* i and j were those of the element that was read. */
    if (i < rows && j < cols)
        b[(size_t)row * rows + col] = tile[threadIdx.x][threadIdx.y];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

    if (rows == 0 || cols == 0)
        return cudaSuccess;
    transpose_kernel<<<grid, dim3(TILE, TILE)>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
