// caught by: correctness
// says: a fast thread begins the next round while others are still in this one
// hint: What makes the one wait for the other
#include <cuda_runtime.h>

#include "transpose_shared.h"

#define TILE 32
#define BLOCKS 64 // the checks of races have fewer tiles

/* Each block does several tiles, in one and the same piece of shared memory. */
__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE];
    const int across = (cols + TILE - 1) / TILE;
    const int tiles = across * ((rows + TILE - 1) / TILE);

    for (int k = blockIdx.x; k < tiles; k += BLOCKS) {
        const int row = k / across * TILE, col = k % across * TILE;
        const int y = threadIdx.y, x = threadIdx.x;

        if (row + y < rows && col + x < cols)
            tile[y][x] = a[(row + y) * cols + col + x];
        __syncthreads();
        if (row + x < rows && col + y < cols)
            b[(col + y) * rows + row + x] = tile[x][y];
    }
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return cudaSuccess;
    transpose_kernel<<<BLOCKS, dim3(TILE, TILE)>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
