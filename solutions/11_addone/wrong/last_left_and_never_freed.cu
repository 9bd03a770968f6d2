// caught by: correctness, memory (traffic)
// says: Only the last element is wrong
// hint: which line gives it back
// That memory is never freed is not why a value is wrong.
#include "addone.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void add_one_kernel(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n - 1)
        a[i] += 1;
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols;
    size_t bytes = (size_t)n * sizeof *a;
    float *d_a;
    cudaError_t error;

    if (n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    error = cudaMalloc(&d_a, bytes); // <- here
    if (error != cudaSuccess)
        return error;
    error = cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        add_one_kernel<<<(n - 1) / THREADS + 1, THREADS>>>(d_a, n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    return error;
}
