// caught by: traffic
// says: atomic
// hint: How many threads of a block come to this line
// No tree: all threads of a block add to the same number.
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

__global__ void sum_kernel(const int *a, int n, unsigned long long *sum)
{
    __shared__ unsigned long long total;
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;

    if (tid == 0)
        total = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&total, (unsigned long long)(long long)a[i]);
    __syncthreads();
    if (tid == 0)
        atomicAdd(sum, total);
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    cudaError_t error = cudaMemset(d_sum, 0, sizeof *d_sum);

    if (error != cudaSuccess || n == 0)
        return error;
    sum_kernel<<<(n - 1) / THREADS + 1, THREADS>>>(d_a, n,
                                                   (unsigned long long *)d_sum);
    return cudaGetLastError();
}
