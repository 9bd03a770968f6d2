// caught by: traffic (speed)
// says: 24576
// hint: How many neighbours in x has your block
#include "transpose_columns.h"

#include <cuda_runtime.h>

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < rows && j < cols)
        b[j * rows + i] = a[i * cols + j]; // <- here
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(4, 64);
    dim3 blocks((cols + 3) / 4, (rows + 63) / 64);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
