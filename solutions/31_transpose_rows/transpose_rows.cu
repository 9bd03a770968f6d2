/*
 * Why it works: the lanes of a warp are 32 threads with neighbouring
 * threadIdx.x. x counts the rows of a, which are the columns of b. So at each
 * request a warp writes 32 neighbours in one row of b: 128 bytes without a
 * gap, 4 sectors, nothing moved for nothing. It reads 32 elements of one
 * column of a, each in a row and a sector of its own: 32 sectors.
 * Blocks are rounded up in both directions; the threads beyond the edges are
 * held back by the `if`.
 *
 * Another way: threads in one dimension, <<<dim3((rows + 255) / 256, cols),
 * 256>>>, with j = blockIdx.y. A warp still writes 32 neighbours. What a block
 * of 32 x 8 has on top: its 8 warps read 8 neighbouring columns, the very
 * elements of the sectors that the others fetched, so a cache can help.
 */
#include "transpose_rows.h"

#include <cuda_runtime.h>

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < rows && j < cols)
        b[j * rows + i] = a[i * cols + j];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(32, 8);
    dim3 blocks((rows + 31) / 32, (cols + 7) / 8);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
