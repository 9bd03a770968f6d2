// caught by: memory
// hint: Go through your returns
// From one array into another; when there is no memory for the second, the
// first one stays.
#include "addone.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void add_one_kernel(const float *from, float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] = from[i] + 1;
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols;
    size_t bytes = (size_t)n * sizeof *a;
    float *d_a, *d_from;
    cudaError_t error;

    if (n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    error = cudaMalloc(&d_a, bytes);
    if (error != cudaSuccess)
        return error;
    error = cudaMalloc(&d_from, bytes);
    if (error != cudaSuccess)
        return error;
    error = cudaMemcpy(d_from, a, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        add_one_kernel<<<(n - 1) / THREADS + 1, THREADS>>>(d_from, d_a, n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_from);
    cudaFree(d_a);
    return error;
}
