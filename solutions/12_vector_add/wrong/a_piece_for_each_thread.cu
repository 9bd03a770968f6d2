// caught by: traffic (speed)
// says: Too much: 1000 + 1000 floats to read took 500 sectors (of 32 bytes) read; 250 are enough. `a[i]` in this line alone accounts for 250, and 126 would do. Neighbouring threads should touch neighbouring addresses; here they lie apart (8 bytes
// hint: Lane 0 and lane 1 come to this line
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
    int threads = gridDim.x * blockDim.x;
    int each = (n + threads - 1) / threads;
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) * each;

    for (int i = begin; i < begin + each && i < n; i++)
        c[i] = a[i] + b[i]; // <- here
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
