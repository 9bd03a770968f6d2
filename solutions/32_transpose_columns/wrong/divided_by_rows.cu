// caught by: correctness, memory (race, traffic, speed)
// says: transpose() of
// hint: how does your kernel get them
#include "transpose_columns.h"

#include <cuda_runtime.h>

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    int i = n / rows, j = n % rows;

    if (n < rows * cols)
        b[j * rows + i] = a[i * cols + j]; // <- here
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    int threads = 256;
    int blocks = (rows * cols + 255) / 256;

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
