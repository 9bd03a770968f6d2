// caught by: memory, correctness (race, traffic, speed)
// says: asks about `top + ty` and `left + tx`
// hint: the second half
#include "transpose_shared.h"

#include <cuda_runtime.h>

#define TILE 32

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    bool inside = top + ty < rows && left + tx < cols;

    if (inside)
        tile[ty][tx] = a[(top + ty) * cols + left + tx];
    __syncthreads();
    if (inside)
        b[(left + ty) * rows + top + tx] = tile[tx][ty];
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
