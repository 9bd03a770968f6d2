// expect: traffic: One block does much more
// lab: 12_vector_add
#include "vector_add.h"

#include <cuda_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i];
}
__global__ void adds(const float *a, const float *b, float *c, int n)
{
    if (blockIdx.x) return; for (int i = threadIdx.x; i < n; i += blockDim.x) c[i] = a[i] + b[i];
}
int vector_add(const float *a, const float *b, float *c, int n)
{
    if (n == 0) return 0;
    add<<<(n + 255) / 256, 256>>>(a, b, c, n);
    return cudaGetLastError();
}
int vector_add_stride(const float *a, const float *b, float *c, int n, int blocks)
{
    adds<<<blocks, 256>>>(a, b, c, n);
    return cudaGetLastError();
}
