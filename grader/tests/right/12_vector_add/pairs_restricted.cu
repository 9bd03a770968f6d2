/* Two at a time; what others do not change is read where it is used. */
#include "vector_add.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void add_stride(const float *__restrict__ a,
                           const float *__restrict__ b, float *__restrict__ c,
                           int n)
{
    const float2 *__restrict__ a2 = (const float2 *)a;
    const float2 *__restrict__ b2 = (const float2 *)b;
    float2 *__restrict__ c2 = (float2 *)c;
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = first; i < n / 2; i += gridDim.x * blockDim.x) {
        c2[i].x = a2[i].x;
        c2[i].y = a2[i].y;
        c2[i].x += b2[i].x;
        c2[i].y += b2[i].y;
    }
    if (first == 0 && n % 2)
        c[n - 1] = a[n - 1] + b[n - 1];
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
