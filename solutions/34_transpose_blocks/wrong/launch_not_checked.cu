// caught by: correctness
// says: refuses
// hint: What does your function return if the launch does not work
#include "transpose_blocks.h"

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
    dim3 threads(8, 32);
    dim3 blocks((rows + 7) / 8, (cols + 31) / 32);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaSuccess;
}
