// caught by: correctness (speed)
// says: 65535
// hint: How many may it have
#include "transpose_rows.h"

#include <cuda_runtime.h>

__global__ void transpose_kernel(const float *a, float *b, int rows, int cols)
{
    int i = threadIdx.x;
    int j = blockIdx.x;

    b[j * rows + i] = a[i * cols + j];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    int threads = rows;
    int blocks = cols;

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    transpose_kernel<<<blocks, threads>>>(d_a, d_b, rows, cols);
    return cudaGetLastError();
}
