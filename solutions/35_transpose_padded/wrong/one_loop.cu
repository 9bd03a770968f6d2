// caught by: race, correctness (memory, traffic)
// says: of `tile`
// hint: How much of such a column is there | what may another one still be doing
/*
 * Lab 35, transpose_padded: 32 x 8 threads, each of which moves 4 elements.
 */
#include "transpose_padded.h"

#include <cuda_runtime.h>

#define TILE 32
#define HEIGHT 8

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];
    int row0 = blockIdx.y * TILE;
    int col0 = blockIdx.x * TILE;

    for (int y = threadIdx.y; y < TILE; y += HEIGHT) {
        int i = row0 + y;
        int j = col0 + threadIdx.x;

        if (i < rows && j < cols)
            tile[y][threadIdx.x] = a[i * cols + j];
        __syncthreads();

        i = row0 + threadIdx.x;
        j = col0 + y;
        if (i < rows && j < cols)
            b[j * rows + i] = tile[threadIdx.x][y];
    }
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(TILE, HEIGHT);
    dim3 blocks((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

    if (rows == 0 || cols == 0)
        return cudaSuccess;
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
