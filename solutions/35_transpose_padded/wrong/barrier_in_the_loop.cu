// caught by: race (correctness, memory, speed)
// hint: Which threads come to the barrier
#include "transpose_padded.h"

#include <cuda_runtime.h>

#define TILE 32
#define ROWS 8

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];
    int i = blockIdx.y * TILE + threadIdx.y;
    int j = blockIdx.x * TILE + threadIdx.x;

    for (int k = 0; k < TILE; k += ROWS)
        if (i + k < rows && j < cols) {
            tile[threadIdx.y + k][threadIdx.x] = a[(i + k) * cols + j];
            __syncthreads();
        }
    i = blockIdx.y * TILE + threadIdx.x;
    j = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += ROWS)
        if (i < rows && j + k < cols)
            b[(j + k) * rows + i] = tile[threadIdx.x][threadIdx.y + k];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(TILE, ROWS);
    dim3 blocks((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
