// caught by: race (speed)
// says: has not waited for this batch
// hint: Which copies has your kernel started
// All batches but the last one are waited for: that is, none.
#include "transpose_shared.h"

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#define TILE 32

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    __shared__ float tile[TILE][TILE];
    int i = blockIdx.y * TILE + threadIdx.y;
    int j = blockIdx.x * TILE + threadIdx.x;

    if (i < rows && j < cols)
        __pipeline_memcpy_async(&tile[threadIdx.y][threadIdx.x],
                                &a[i * cols + j], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
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
