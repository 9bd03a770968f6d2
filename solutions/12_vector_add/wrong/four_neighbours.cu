// caught by: traffic (speed)
// says: floats to read
// hint: Lane 0 and lane 1 come to this line
/* BUG: a thread's four numbers are neighbours, one by one */
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
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = first; i < n / 4; i += gridDim.x * blockDim.x) {
        float s = a[4 * i] + b[4 * i];
        float t = a[4 * i + 1] + b[4 * i + 1];
        float u = a[4 * i + 2] + b[4 * i + 2];
        float v = a[4 * i + 3] + b[4 * i + 3];

        c[4 * i] = s;
        c[4 * i + 1] = t;
        c[4 * i + 2] = u;
        c[4 * i + 3] = v;
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
