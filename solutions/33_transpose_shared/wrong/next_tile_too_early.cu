// caught by: race (correctness, memory, speed)
// says: `tile
// hint: The tile is used again in your loop
#include "transpose_shared.h"

#include <cuda_runtime.h>

#define TILE 32

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE];

    /* All tiles of a row of tiles, one after the other. */
    for (int x = 0; x < cols; x += TILE) {
        int i = blockIdx.x * TILE + threadIdx.y, j = x + threadIdx.x;

        if (i < rows && j < cols)
            tile[threadIdx.y][threadIdx.x] = a[i * cols + j]; // <- here
        __syncthreads();
        i = blockIdx.x * TILE + threadIdx.x;
        j = x + threadIdx.y;
        if (i < rows && j < cols)
            b[j * rows + i] = tile[threadIdx.x][threadIdx.y]; // <- here
    }
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(TILE, TILE);
    int blocks = (rows + TILE - 1) / TILE;

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
