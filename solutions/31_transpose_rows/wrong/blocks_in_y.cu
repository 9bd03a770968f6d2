// caught by: correctness
// says: 16384 x 16384
// hint: How many may there be
// Element by element, in blocks of 1024 one below the other: gridDim.y ends at
// 65535, which is enough for the matrices that the author has tried.
#include "transpose_rows.h"

#include <cuda_runtime.h>

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int t = blockIdx.y * blockDim.x + threadIdx.x;
    int i = t % rows, j = t / rows;

    if (j < cols)
        b[j * rows + i] = a[i * cols + j];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(1024);
    dim3 blocks(1, (rows * cols + 1023) / 1024);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
