/* Blocks of 32 x 8 and a grid in y: neighbours in x are neighbours. */
#include "vector_add.h"

#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    int i = (block * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void stride(const float *a, const float *b, float *c, int n)
{
    int i = threadIdx.y * 32 + threadIdx.x + blockIdx.x * 256;

    for (; i < n; i += gridDim.x * 256)
        c[i] = a[i] + b[i];
}

int vector_add(const float *d_a, const float *d_b, float *d_c, int n)
{
    int blocks = (n + 255) / 256, across = blocks < 1000 ? blocks : 1000;

    if (blocks == 0)
        return 0;
    add<<<dim3(across, (blocks + across - 1) / across), dim3(32, 8)>>>(d_a, d_b,
                                                                       d_c, n);
    return cudaGetLastError();
}

int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks)
{
    stride<<<blocks, dim3(32, 8, 1)>>>(d_a, d_b, d_c, n);
    return cudaGetLastError();
}
