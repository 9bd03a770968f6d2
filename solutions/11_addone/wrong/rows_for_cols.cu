// caught by: correctness, memory, race
// says: a matrix of
// hint: Two threads have the same element
#include "addone.h"

#include <cuda_runtime.h>

#define TILE 16

__global__ void add_one_kernel(float *a, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < rows && col < cols)
        a[row * rows + col] += 1;
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols;
    size_t bytes = (size_t)n * sizeof *a;
    float *d_a;
    cudaError_t error;

    if (n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    error = cudaMalloc(&d_a, bytes);
    if (error != cudaSuccess)
        return error;
    error = cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        dim3 threads(TILE, TILE);
        dim3 blocks((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
        add_one_kernel<<<blocks, threads>>>(d_a, rows, cols);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return error;
}
