// caught by: memory (traffic)
// hint: on which way out
// Works on a copy of the matrix, which is not freed if the launch fails.
#include "transpose_rows.h"

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
    dim3 threads(32, 8);
    dim3 blocks((rows + 31) / 32, (cols + 7) / 8);
    size_t bytes = (size_t)rows * cols * sizeof(float);
    float *copy;
    cudaError_t error;

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    error = cudaMalloc(&copy, bytes);
    if (error != cudaSuccess)
        return error;
    error = cudaMemcpy(copy, d_a, bytes, cudaMemcpyDeviceToDevice);
    if (error == cudaSuccess) {
        transpose_kernel<<<blocks, threads>>>(copy, d_b, rows, cols);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaFree(copy);
    return error;
}
