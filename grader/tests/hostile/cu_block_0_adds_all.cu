// expect: traffic: One block does most of it
// lab: 13_array_sum
#include "array_sum.h"

#include <cuda_runtime.h>

#define T 256
__device__ long long block_sum(long long s, long long *part)
{
    int t = threadIdx.x;
    part[t] = s;
    for (int h = T / 2; h > 0; h /= 2) {
        __syncthreads();
        if (t < h)
            part[t] += part[t + h];
    }
    return t == 0 ? part[0] : 0;
}

__global__ void sum(const int *a, int n, long long *part_of)
{
    __shared__ long long part[T];
    long long s = 0;
    for (int i = threadIdx.x; i < n && blockIdx.x == 0; i += T)
        s += a[i];
    s = block_sum(s, part);
    if (threadIdx.x == 0)
        part_of[blockIdx.x] = s;
}
__global__ void sum2(const long long *p, int n, long long *out)
{
    __shared__ long long part[T];
    long long s = (int)threadIdx.x < n ? p[threadIdx.x] : 0;
    s = block_sum(s, part);
    if (threadIdx.x == 0)
        *out = s;
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    int blocks = min(64, (n + T - 1) / T);
    long long *p;
    if (n == 0)
        return cudaMemset(d_sum, 0, sizeof *d_sum);
    
    cudaError_t e = cudaMalloc(&p, 64 * sizeof *p);
    if (e)
        return e;
    sum<<<blocks, T>>>(d_a, n, p);
    e = cudaGetLastError();
    if (!e) {
        sum2<<<1, T>>>(p, blocks, d_sum);
        e = cudaGetLastError();
    }
    cudaFree(p);
    return e;
}
