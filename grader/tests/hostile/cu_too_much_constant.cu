// expect: build: more __constant__ memory than the 64 KB
#include "addone.h"

#include <cuda_runtime.h>

__constant__ float zeros[8192];
__constant__ float more[8193];

__global__ void add_one_kernel(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] += 1 + zeros[i % 8192] + more[i % 8193];
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols;
    float *d_a;

    if (n == 0)
        return cudaSuccess;
    cudaMalloc(&d_a, n * sizeof *d_a);
    cudaMemcpy(d_a, a, n * sizeof *d_a, cudaMemcpyHostToDevice);
    add_one_kernel<<<(n + 127) / 128, 128>>>(d_a, n);
    cudaMemcpy(a, d_a, n * sizeof *d_a, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return cudaGetLastError();
}
