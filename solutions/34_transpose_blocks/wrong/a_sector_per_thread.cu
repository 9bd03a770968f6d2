// caught by: traffic (speed)
// says: 110592
// hint: a line, or a rectangle
#include "transpose_blocks.h"

#include <cuda_runtime.h>

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    int j = blockIdx.y * 64 + threadIdx.y * 8;

    /* the 8 floats of a sector, by one thread */
    for (int k = 0; k < 8; k++)
        if (i < rows && j + k < cols)
            b[(j + k) * rows + i] = a[i * cols + j + k]; // <- here
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(32, 8);
    dim3 blocks((rows + 31) / 32, (cols + 63) / 64);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
