/* Four at a time, in a type of its own. */
#include "vector_add.h"

#include <cuda_runtime.h>

#define THREADS 256

struct alignas(16) four {
    float x, y, z, w;
};

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void add_stride(const float *a, const float *b, float *c, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = first; i < n / 4; i += gridDim.x * blockDim.x) {
        const four *p = (const four *)a + i, *q = (const four *)b + i;
        four *r = (four *)c + i;

        r->x = p->x + q->x;
        r->y = p->y + q->y;
        r->z = p->z + q->z;
        r->w = p->w + q->w;
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
