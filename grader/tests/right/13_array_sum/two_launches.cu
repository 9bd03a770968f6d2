/* The blocks' sums go into an array, and a second launch adds those up. */
#include "array_sum.h"

#include <cuda_runtime.h>

#define B 512

template <typename T> __global__ void tree(const T *a, int n, long long *out)
{
    __shared__ long long s[B];
    int t = threadIdx.x;
    long long x = 0;

    for (int i = blockIdx.x * B + t; i < n; i += gridDim.x * B)
        x += a[i];
    s[t] = x;
    for (int d = B >> 1; d; d >>= 1) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    if (!t)
        out[blockIdx.x] = *s;
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    long long *parts;
    int blocks = (n + B - 1) / B;
    cudaError_t e;

    if (n == 0)
        return cudaMemset(d_sum, 0, sizeof(long long));
    if (blocks > 64)
        blocks = 64;
    e = cudaMalloc(&parts, blocks * sizeof *parts);
    if (e != cudaSuccess)
        return e;
    tree<<<blocks, B>>>(d_a, n, parts);
    e = cudaGetLastError();
    if (e == cudaSuccess) {
        tree<<<1, B>>>(parts, blocks, d_sum);
        e = cudaGetLastError();
    }
    cudaFree(parts);
    return e;
}
