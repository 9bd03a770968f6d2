/* Another shape of blocks, the index by other words. */
#include "vector_add.h"

#include <cuda_runtime.h>

__device__ __forceinline__ unsigned thread_index(void)
{
    return threadIdx.x + blockDim.x * blockIdx.x;
}

__global__ void add(float *c, const float *a, const float *b, unsigned end)
{
    unsigned check = thread_index();

    if (check >= end)
        return;
    c[check] = a[check] + b[check];
}

__global__ void add_on(float *c, const float *a, const float *b, unsigned end)
{
    unsigned i = thread_index(), step = gridDim.x * blockDim.x;

    while (i < end) {
        c[i] = b[i] + a[i];
        i += step;
    }
}

int vector_add(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n > 0)
        add<<<(n + 95) / 96, 96>>>(d_c, d_a, d_b, n);
    return cudaGetLastError();
}

int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks)
{
    add_on<<<blocks, 256>>>(d_c, d_a, d_b, n);
    return cudaGetLastError();
}
