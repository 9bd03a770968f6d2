/*
 * Lab 33, transpose_shared: b = a transposed, a block per tile of 32 x 32.
 * README.md has the task, transpose_shared.h the rules for transpose().
 */
#include "transpose_shared.h"

#include <cuda_runtime.h>

#define TILE 32

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE];
    int i = blockIdx.y * TILE + threadIdx.y; /* neighbours read neighbours, */
    int j = blockIdx.x * TILE + threadIdx.x; /* as in lab 32 */

    if (i < rows && j < cols)
        tile[threadIdx.y][threadIdx.x] = a[i * cols + j];
    /* TODO: now this block's tile is written to b by the same threads, each of
     * which takes an element that another one has read. So first all threads
     * of the block have to wait for each other, in a place that all get to.
     * Then: which i and j may this thread have, so that neighbours in x write
     * neighbours of b? It is the same tile: the rows still come from
     * blockIdx.y, the columns from blockIdx.x. Where in the tile is (i, j)? */
    (void)tile;
    (void)b;
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(TILE, TILE);
    dim3 blocks((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
