// caught by: traffic (speed)
// says: floats to read
// hint: Lane 0 and lane 1 come to this line
/* BUG: a thread's two numbers are neighbours */
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
    int first = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = 2 * first; i + 1 < n; i += 2 * gridDim.x * blockDim.x) {
        c[i] = a[i] + b[i];
        c[i + 1] = a[i + 1] + b[i + 1];
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
