/* Two launches; in the second one a thread adds the blocks' sums one by one, a
 * sector each. */
#include "array_sum.h"

#include <cuda_runtime.h>

enum { THREADS = 64 };

__global__ void sums_of_blocks(const int *a, int n, long long *sum)
{
    __shared__ long long part[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;

    part[threadIdx.x] = i < n ? a[i] : 0;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        sum[blockIdx.x] = part[0];
}

__global__ void sum_of_sums(const long long *part, int parts, long long *sum)
{
    long long all = 0;

    for (int i = 0; i < parts; i++)
        all += part[i];
    *sum = all;
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    int blocks = n / THREADS + (n % THREADS != 0);
    cudaError_t error, freed;
    long long *part;

    if (blocks == 0)
        return cudaMemset(d_sum, 0, sizeof *d_sum);
    error = cudaMalloc(&part, blocks * sizeof *part);
    if (error != cudaSuccess)
        return error;
    sums_of_blocks<<<blocks, THREADS>>>(d_a, n, part);
    error = cudaGetLastError();
    if (error == cudaSuccess) {
        sum_of_sums<<<1, 1>>>(part, blocks, d_sum);
        error = cudaGetLastError();
    }
    freed = cudaFree(part);
    return error != cudaSuccess ? error : freed;
}
