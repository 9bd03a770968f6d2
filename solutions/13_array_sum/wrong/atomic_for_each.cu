// caught by: traffic
// says: the sum of
// hint: How many threads of a block come to this line
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void sum_kernel(const int *a, int n, unsigned long long *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(sum, (unsigned long long)(long long)a[i]); // <- here
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
