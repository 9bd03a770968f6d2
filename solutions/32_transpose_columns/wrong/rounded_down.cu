// caught by: correctness (traffic, speed)
// says: transpose() of
// hint: Some elements got no thread
#include "transpose_columns.h"

#include <cuda_runtime.h>

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < rows && j < cols)
        b[j * rows + i] = a[i * cols + j];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(32, 8);
    dim3 blocks(cols / 32, rows / 8);

    if (blocks.x == 0 || blocks.y == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
