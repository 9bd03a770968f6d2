// caught by: traffic (speed)
// says: floats to read
// hint: Lane 0 and lane 1 come to this line
/* BUG: a structure that need not be aligned is read number by number */
#include "vector_add.h"

#include <cuda_runtime.h>

#define THREADS 256

struct four {
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
    const four *a4 = (const four *)a, *b4 = (const four *)b;
    four *c4 = (four *)c;
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = first; i < n / 4; i += gridDim.x * blockDim.x) {
        c4[i].x = a4[i].x + b4[i].x;
        c4[i].y = a4[i].y + b4[i].y;
        c4[i].z = a4[i].z + b4[i].z;
        c4[i].w = a4[i].w + b4[i].w;
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
