// caught by: race (correctness, memory)
// hint: what makes the one wait for the other
#include "array_sum.h"
#include <cuda_runtime.h>
__global__ void sum_kernel(const int *a, int n, unsigned long long *sum)
{
    __shared__ unsigned long long total;
    int tid = threadIdx.x, w = tid / 32;
    long long v = 0;
    if (tid == 0)
        total = 0; /* BUG: no barrier */
    for (int i = blockIdx.x * 1024 + tid; i < n && i < (blockIdx.x + 1) * 1024;
         i += 128)
        v += a[i];
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if (tid % 32 == 0)
        atomicAdd(&total, (unsigned long long)v);
    (void)w;
    if (tid == 96)
        atomicAdd(sum, total); /* BUG: no barrier */
}
int array_sum(const int *d_a, int n, long long *d_sum)
{
    if (auto e = cudaMemset(d_sum, 0, 8))
        return e;
    if (n)
        sum_kernel<<<(n + 1023) / 1024, 128>>>(d_a, n,
                                               (unsigned long long *)d_sum);
    return cudaGetLastError();
}
