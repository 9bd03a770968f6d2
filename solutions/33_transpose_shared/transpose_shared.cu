/*
 * Why it works: each block moves one tile of 32 x 32 in two halves. First, x
 * counts the columns of a: every warp reads 32 neighbours of a and puts them
 * into one row of the tile. Then x counts the rows: every warp takes 32
 * elements from one column of the tile and writes 32 neighbours of b. The jump
 * from row to row has not gone away; it is made in shared memory, which has no
 * sectors. Between the halves all threads wait, since each one takes what
 * another one has put in.
 * The second half has its own i and j, so it needs its own bounds check. No
 * thread may leave before the barrier.
 * What is left to do: a column of the tile lies in one single bank, so each
 * of these 32 reads waits for its turn. Lab 35 mends that.
 *
 * Another way: 32 x 8 threads, each of which moves 4 elements, in a loop over
 * rows 8 apart. Fewer threads, more loads on their way for each of them, less
 * index arithmetic: on a GPU this is usually faster. The traffic is the same.
 */
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

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
