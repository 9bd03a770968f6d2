/* Four at a time, by reference. */
#include "vector_add.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

__device__ void add_four(const float4 &p, const float4 &q, float4 &r)
{
    r.w = p.w + q.w;
    r.z = p.z + q.z;
    r.y = p.y + q.y;
    r.x = p.x + q.x;
}

__global__ void add_stride(const float *a, const float *b, float *c, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = first; i < n / 4; i += gridDim.x * blockDim.x)
        add_four(reinterpret_cast<const float4 *>(a)[i],
                 reinterpret_cast<const float4 *>(b)[i],
                 reinterpret_cast<float4 *>(c)[i]);
    if (first < n % 4) { /* up to three that are left */
        int i = n / 4 * 4 + first;

        c[i] = a[i] + b[i];
    }
}

int vector_add(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return cudaSuccess;
    add<<<(n - 1) / THREADS + 1, THREADS>>>(d_a, d_b, d_c, n);
    return cudaGetLastError();
}

int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks)
{
    add_stride<<<blocks, THREADS>>>(d_a, d_b, d_c, n);
    return cudaGetLastError();
}
