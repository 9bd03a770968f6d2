// expect: build: more __shared__ memory than the 48 KB
#include "addone.h"

#include <cuda_runtime.h>

__global__ void add_one_kernel(float *a, int n)
{
    __shared__ float tile[128][128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    tile[0][threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    if (i < n)
        a[i] = tile[0][threadIdx.x] + 1;
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
