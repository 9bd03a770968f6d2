// caught by: traffic (speed)
// says: 98304 sectors (of 32 bytes) changed by atomic operations
// hint: at the moment when they read a
#include "transpose_columns.h"

#include <cuda_runtime.h>

__global__ void copy_kernel(const float *a, unsigned *copy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        copy[i] = __float_as_uint(a[i]);
}

/* Neighbours read below each other: each has a sector of its own. */
__global__ void transpose_kernel(unsigned *copy, float *b, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < rows && j < cols)
        b[j * rows + i] = __uint_as_float(atomicAdd(&copy[i * cols + j], 1u));
}

int transpose(const float *d_a, float *d_b, int rows, int cols)
{
    dim3 threads(32, 8);
    dim3 blocks((rows + 31) / 32, (cols + 7) / 8);
    int n = rows * cols;
    unsigned *copy;
    cudaError_t error;

    if (n == 0)
        return cudaSuccess;
    error = cudaMalloc(&copy, n * sizeof *copy);
    if (error != cudaSuccess)
        return error;
    copy_kernel<<<(n - 1) / 256 + 1, 256>>>(d_a, copy, n);
    error = cudaGetLastError();
    if (error == cudaSuccess) {
        transpose_kernel<<<blocks, threads>>>(copy, d_b, rows, cols);
        error = cudaGetLastError();
    }
    cudaFree(copy);
    return error;
}
