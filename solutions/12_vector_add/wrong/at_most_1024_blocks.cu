// caught by: traffic
// says: how many blocks
// hint: decides that no launch is needed
#include "vector_add.h"

#include <cuda_runtime.h>

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
    add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
    return cudaGetLastError();
}

int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks)
{
    if (blocks > 1024)
        blocks = 1024; /* BUG: not what was asked for */
    add_stride<<<blocks, 256>>>(d_a, d_b, d_c, n);
    return cudaGetLastError();
}
