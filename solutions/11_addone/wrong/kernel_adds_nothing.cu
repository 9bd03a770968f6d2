// caught by: traffic
// says: leaves out all kernels
// hint: which kernel was launched
#include "addone.h"

#include <cuda_runtime.h>

__global__ void add_kernel(float *a, int n, float x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] += x;
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols;
    float *d;
    cudaError_t error;

    if (n == 0)
        return cudaSuccess;
    error = cudaMalloc(&d, n * sizeof *a);
    if (error != cudaSuccess)
        return error;
    /* BUG: a kernel is to add, not the host */
    for (int i = 0; i < n; i++)
        a[i] += 1;
    error = cudaMemcpy(d, a, n * sizeof *a, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        add_kernel<<<(n - 1) / 256 + 1, 256>>>(d, n, 0);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(a, d, n * sizeof *a, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return error;
}
