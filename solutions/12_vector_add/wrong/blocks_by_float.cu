// caught by: correctness
// says: vector_add() for n = 16777473
// hint: how large a number does each of them keep
#include "vector_add.h"

#include <cmath>
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
    /* BUG: a float has 24 bits */
    add<<<(int)ceil((float)n / 256), 256>>>(d_a, d_b, d_c, n);
    return cudaGetLastError();
}

int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks)
{
    add_stride<<<blocks, 256>>>(d_a, d_b, d_c, n);
    return cudaGetLastError();
}
