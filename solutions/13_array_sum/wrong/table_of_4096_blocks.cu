// caught by: memory (correctness, traffic)
// says: 4095
// hint: which number do you index it by
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256

__device__ long long parts[4096]; /* BUG: a block more has no room */

__global__ void sum_kernel(const int *a, int n)
{
    __shared__ long long part[THREADS];
    int tid = threadIdx.x, i = blockIdx.x * THREADS + tid;

    part[tid] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
        __syncthreads();
    }
    if (tid == 0)
        parts[blockIdx.x] = part[0];
}

__global__ void sum_parts(int blocks, long long *sum)
{
    __shared__ long long part[THREADS];
    int tid = threadIdx.x;

    part[tid] = 0;
    for (int i = tid; i < blocks; i += THREADS)
        part[tid] += parts[i];
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
        __syncthreads();
    }
    if (tid == 0)
        *sum = part[0];
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    int blocks = (n + THREADS - 1) / THREADS;
    cudaError_t error;

    if (blocks > 0)
        sum_kernel<<<blocks, THREADS>>>(d_a, n);
    error = cudaGetLastError();
    if (error != cudaSuccess)
        return error;
    sum_parts<<<1, THREADS>>>(blocks, d_sum);
    return cudaGetLastError();
}
