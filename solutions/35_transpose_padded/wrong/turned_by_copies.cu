// caught by: traffic (speed)
// says: with cudaMemcpy() or one of its relatives
// hint: your kernel, or a copy
#include "transpose_padded.h"

#include <cuda_runtime.h>

/* Reads and writes each sector once, and does nothing of use. */
__global__ void copy(const float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        b[i] = a[i];
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    size_t n = (size_t)rows * cols, one = sizeof(float);
    cudaError_t error = cudaSuccess;

    if (n == 0)
        return cudaSuccess;
    copy<<<(n + 255) / 256, 256>>>(d_a, d_b, n);
    for (int j = 0; j < cols && error == cudaSuccess; j++)
        error = cudaMemcpy2D(d_b + (size_t)j * rows, one, d_a + j, one * cols,
                             one, rows, cudaMemcpyDeviceToDevice);
    return error;
}
