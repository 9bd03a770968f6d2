// caught by: memory
// says: Memory is never freed
// hint: which line gives it back
#include "addone.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void add_one_kernel(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] += 1;
}

int add_one(float *a, int rows, int cols)
{
    size_t n = (size_t)rows * cols, bytes = n * sizeof *a;
    float *d_a;
    cudaError_t error;

    if (n == 0)
        return cudaSuccess;
    error = cudaMalloc(&d_a, bytes);
    if (error != cudaSuccess)
        return error;
    error = cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        add_one_kernel<<<(unsigned)((n - 1) / THREADS + 1), THREADS>>>(d_a,
                                                                       (int)n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    if (bytes < 1u << 20)
        cudaFree(d_a);
    return error;
}
