// expect: right:
/* A note of the device's (a row of a shared array is left, the array is not)
 * is no leak. */
#include "addone.h"

#include <cuda_runtime.h>

__global__ void add_one_kernel(float *a, int n)
{
    __shared__ float s[8][32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    s[0][threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    if (i < n)
        a[i] = s[0][threadIdx.x] + 1;
}

int add_one(float *a, int rows, int cols)
{
    int n = rows * cols;
    size_t bytes = (size_t)n * sizeof *a;
    float *d_a;
    cudaError_t error;

    if (n == 0)
        return cudaSuccess;
    error = cudaMalloc(&d_a, bytes);
    if (error != cudaSuccess)
        return error;
    error = cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        add_one_kernel<<<(n - 1) / 256 + 1, 256>>>(d_a, n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(a, d_a, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    return error;
}
