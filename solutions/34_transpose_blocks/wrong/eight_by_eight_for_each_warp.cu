// caught by: traffic (speed)
// hint: in the first warp and in the next ones
#include "transpose_blocks.h"

#include <cuda_runtime.h>

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int i = blockIdx.x * 32 + threadIdx.x * 4;
    int j = blockIdx.y * 8 + threadIdx.y;

    /* four elements for each thread */
    for (int k = 0; k < 4; k++)
        if (i + k < rows && j < cols)
            b[j * rows + i + k] = a[(i + k) * cols + j]; // <- here
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(8, 8);
    dim3 blocks((rows + 31) / 32, (cols + 7) / 8);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
