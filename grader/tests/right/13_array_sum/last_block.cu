/* The block that is done last adds up what the others have left. */
#include "array_sum.h"

#include <cuda_runtime.h>

#define BLOCKS 24
#define THREADS 256

__device__ long long parts[BLOCKS];
__device__ unsigned done;

__device__ long long tree(long long *s, long long x)
{
    s[threadIdx.x] = x;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    return s[0];
}

__global__ void kernel(const int *a, int n, long long *sum)
{
    __shared__ long long s[THREADS];
    __shared__ bool last;
    long long x = 0;

    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n;
         i += BLOCKS * THREADS)
        x += a[i];
    x = tree(s, x);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = x;
        __threadfence();
        last = atomicAdd(&done, 1) == BLOCKS - 1;
        __threadfence();
    }
    __syncthreads();
    if (last) {
        x = tree(s, threadIdx.x < BLOCKS ? parts[threadIdx.x] : 0);
        if (threadIdx.x == 0) {
            *sum = x;
            done = 0;
        }
    }
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    kernel<<<BLOCKS, THREADS>>>(d_a, n, d_sum);
    return cudaGetLastError();
}
