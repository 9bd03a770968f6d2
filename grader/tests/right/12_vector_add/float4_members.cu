/* Four numbers at a time where there are four, by member. */
#include "vector_add.h"

#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void add4(const float4 *a, const float4 *b, float4 *c, int quads,
                     int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = first; i < quads; i += gridDim.x * blockDim.x) {
        float4 x = a[i], y = b[i], z;

        z.x = x.x + y.x;
        z.y = x.y + y.y;
        z.z = x.z + y.z;
        z.w = x.w + y.w;
        c[i] = z;
    }
    if (first < n % 4)
        ((float *)c)[4 * quads + first] =
            ((const float *)a)[4 * quads + first] +
            ((const float *)b)[4 * quads + first];
}

int vector_add(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return cudaSuccess;
    add<<<1 + (n - 1) / 512, 512>>>(d_a, d_b, d_c, n);
    return cudaGetLastError();
}

int vector_add_stride(const float *d_a, const float *d_b, float *d_c, int n,
                      int blocks)
{
    add4<<<blocks, 256>>>((const float4 *)d_a, (const float4 *)d_b,
                          (float4 *)d_c, n / 4, n);
    return cudaGetLastError();
}
