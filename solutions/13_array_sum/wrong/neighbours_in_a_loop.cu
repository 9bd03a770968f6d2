// caught by: traffic
// says: the sum of 50021 numbers
// hint: Lane 0 and lane 1 come to this line
/* BUG: a thread's four numbers are neighbours, in a loop */
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void sum_kernel(const int *__restrict__ a, int n,
                           unsigned long long *__restrict__ sum)
{
    __shared__ long long part[THREADS];
    const int tid = threadIdx.x, stride = gridDim.x * THREADS;
    const int first = blockIdx.x * THREADS + tid;
    long long mine = 0;

    for (int i = 4 * first; i < n; i += 4 * stride)
        for (int k = i; k < i + 4 && k < n; k++)
            mine += a[k];

    part[tid] = mine;
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
    cudaError_t error = cudaMemset(d_sum, 0, sizeof *d_sum);

    if (error != cudaSuccess || n == 0)
        return error;
    sum_kernel<<<(n - 1) / (8 * THREADS) + 1, THREADS>>>(
        d_a, n, (unsigned long long *)d_sum);
    return cudaGetLastError();
}
