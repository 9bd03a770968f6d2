// caught by: traffic (speed)
// says: with cudaMemcpy() or one of its relatives
// hint: or a copy behind it
#include "vector_add.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void add_stride(const float *a, const float *b, float *c, int n)
{
    int stride = gridDim.x * blockDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        c[i] = a[i] + b[i];
}

int vector_add(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return cudaSuccess;
    add<<<(n - 1) / THREADS + 1, THREADS>>>(d_a, d_b, d_c, n);
    return cudaGetLastError();
}

/* Into an array of its own, and from there to the caller's. */
int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks)
{
    size_t bytes = n * sizeof(float);
    float *d_sum;
    cudaError_t error = cudaMalloc(&d_sum, bytes);

    if (error != cudaSuccess)
        return error;
    add_stride<<<blocks, THREADS>>>(d_a, d_b, d_sum, n);
    error = cudaGetLastError();
    if (error == cudaSuccess)
        error = cudaMemcpy(d_c, d_sum, bytes, cudaMemcpyDeviceToDevice);
    cudaFree(d_sum);
    return error;
}
