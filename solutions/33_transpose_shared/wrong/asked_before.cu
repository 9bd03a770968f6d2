// caught by: race, correctness, memory (traffic, speed)
// says: and `i` has become another one since
// hint: which values have they where it is asked
#include "transpose_shared.h"

#include <cuda_runtime.h>

#define TILE 32

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE];
    int i = blockIdx.y * TILE + threadIdx.y;
    int j = blockIdx.x * TILE + threadIdx.x;

    bool inside = i < rows && j < cols;

    if (inside)
        tile[threadIdx.y][threadIdx.x] = a[i * cols + j];
    __syncthreads();
    i = blockIdx.y * TILE + threadIdx.x;
    j = blockIdx.x * TILE + threadIdx.y;
    if (inside) /* is what was read, and not what is written */
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
