// caught by: correctness
// says: of its 8 bytes were set to 0
// hint: how many bytes does your call clear
/*
 * Lab 13, array_sum: add up an array on the device. README.md has the task,
 * array_sum.h the rules for array_sum().
 */
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void sum_kernel(const int *a, int n, unsigned long long *sum)
{
    __shared__ long long part[THREADS];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;

    part[tid] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
        __syncthreads();
    }

    if (tid == 0)
        atomicAdd(sum, (unsigned long long)part[0]);
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    cudaError_t error = cudaMemset(d_sum, 0, sizeof *d_a);

    if (error != cudaSuccess || n == 0)
        return error;
    sum_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(
        d_a, n, (unsigned long long *)d_sum);
    return cudaGetLastError();
}
