// caught by: traffic
// says: the sum of 50021 numbers
// hint: Lane 0 and lane 1 come to this line
/* BUG: a thread's vectors are neighbours */
#include "array_sum.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void sum_kernel(const int *a, int n, unsigned long long *sum)
{
    __shared__ long long part[THREADS];
    const int tid = threadIdx.x, stride = gridDim.x * THREADS;
    const int first = blockIdx.x * THREADS + tid;
    long long mine = 0;

    for (int i = 2 * first; i < n / 4; i += 2 * stride)
        for (int k = i; k < i + 2 && k < n / 4; k++) {
            const int4 &v = ((const int4 *)a)[k];

            mine += (long long)v.x + v.y + v.z + v.w;
        }
    if (first < n % 4)
        mine += a[n / 4 * 4 + first];

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
