/* float4 by member, straight in memory. */
#include "vector_add.h"

#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void add4(const float4 *__restrict__ a, const float4 *__restrict__ b,
                     float4 *__restrict__ c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, last = n / 4 * 4;

    for (int k = i; k < n / 4; k += gridDim.x * blockDim.x) {
        float4 &z = c[k];
        const float4 &x = a[k];

        z = make_float4(x.x + b[k].x, x.y + b[k].y, x.z + b[k].z, x.w + b[k].w);
    }
    if (last + i < n)
        (&c->x)[last + i] = (&a->x)[last + i] + (&b->x)[last + i];
}

int vector_add(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n != 0) {
        int blocks = n / 256 + (n % 256 ? 1 : 0);
        add<<<blocks, 256>>>(d_a, d_b, d_c, n);
    }
    return cudaGetLastError();
}

int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks)
{
    add4<<<blocks, 256>>>((const float4 *)d_a, (const float4 *)d_b,
                          (float4 *)d_c, n);
    return cudaGetLastError();
}
