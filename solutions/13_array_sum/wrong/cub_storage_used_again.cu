// caught by: race
// says: __syncthreads()
// hint: what makes the one wait for the other
// The same place for the second sum, while thread 0 may still read the first.
#include "array_sum.h"

#include <cub/cub.cuh>
#include <cuda_runtime.h>

#define THREADS 256

__global__ void sum_kernel(const int *a, int n, unsigned long long *sum)
{
    using Reduce = cub::BlockReduce<long long, THREADS>;
    __shared__ typename Reduce::TempStorage storage;
    int i = blockIdx.x * (2 * THREADS) + threadIdx.x, j = i + THREADS;

    long long first = Reduce(storage).Sum(i < n ? a[i] : 0ll);
    long long second = Reduce(storage).Sum(j < n ? a[j] : 0ll);
    if (threadIdx.x == 0)
        atomicAdd(sum, (unsigned long long)(first + second));
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    cudaError_t error = cudaMemset(d_sum, 0, sizeof *d_sum);

    if (error != cudaSuccess || n == 0)
        return error;
    sum_kernel<<<(n - 1) / (2 * THREADS) + 1, THREADS>>>(
        d_a, n, (unsigned long long *)d_sum);
    return cudaGetLastError();
}
