// caught by: race (correctness)
// says: write `a[
// hint: Two threads have the same element
/*
 * Lab 11, addone: add 1 to a matrix, on the device. README.md has the task,
 * addone.h the rules for add_one().
 */
#include "addone.h"

#include <cuda_runtime.h>

__global__ void add_one_kernel(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] += 1;
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols;
    size_t bytes = n * sizeof(float);
    dim3 threads(32, 8);
    float *d_a;
    cudaError_t error;

    if (n == 0)
        return cudaSuccess;

    dim3 blocks((n - 1) / threads.x + 1);

    error = cudaMalloc(&d_a, bytes);
    if (error)
        return error;
    error = cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    if (!error) {
        add_one_kernel<<<blocks, threads>>>(d_a, n);
        error = cudaGetLastError();
    }
    if (!error)
        error = cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return error;
}
