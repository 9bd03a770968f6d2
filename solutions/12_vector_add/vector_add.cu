/*
 * Why it works: in both kernels, neighbouring threads work on neighbouring
 * elements at the same time. The 32 lanes of a warp then read 128 bytes
 * without a gap, which are four sectors of 32 bytes, and every byte that is
 * moved is used.
 * add(): blocks are rounded up, so there are up to 255 threads too many, which
 * `if (i < n)` holds back.
 * add_stride(): the grid is laid over the array again and again, each time
 * gridDim.x * blockDim.x elements further. The loop's condition is the bounds
 * check.
 *
 * Another way: each thread takes four elements as a float4 in one go. That
 * makes fewer requests of 512 bytes each, moves as many sectors, and needs the
 * n % 4 elements at the end to be treated apart.
 */
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
        return cudaSuccess; /* a launch of no blocks would be an error */
    add<<<(n - 1) / THREADS + 1, THREADS>>>(d_a, d_b, d_c, n);
    return cudaGetLastError();
}

int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks)
{
    add_stride<<<blocks, THREADS>>>(d_a, d_b, d_c, n);
    return cudaGetLastError();
}
