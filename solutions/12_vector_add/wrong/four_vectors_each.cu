// caught by: traffic (speed)
// says: floats to read
// hint: Lane 0 and lane 1 come to this line
/* BUG: a thread's four vectors are neighbours */
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
    const float4 *a4 = (const float4 *)a, *b4 = (const float4 *)b;
    float4 *c4 = (float4 *)c;
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = 4 * first; i < n / 4; i += 4 * gridDim.x * blockDim.x)
        for (int k = i; k < i + 4 && k < n / 4; k++) {
            c4[k].x = a4[k].x + b4[k].x;
            c4[k].y = a4[k].y + b4[k].y;
            c4[k].z = a4[k].z + b4[k].z;
            c4[k].w = a4[k].w + b4[k].w;
        }
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
