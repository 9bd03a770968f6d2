// caught by: race, memory (correctness)
// says: so set it before the launch
// hint: Does any block wait
#include "dot_mutex.h"

#include <cuda_runtime.h>

#define THREADS 256
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

__device__ int mutex; // 0: free, 1: taken

__device__ void lock(int *m)
{
    while (atomicCAS(m, 0, 1) != 0)
        ;
    __threadfence();
}

__device__ void unlock(int *m)
{
    __threadfence();
    atomicExch(m, 0);
}

__global__ void dot_kernel(const float *a, const float *b, int n, float *c)
{
    __shared__ float part[THREADS];
    int tid = threadIdx.x;
    float sum = 0;

    /* The first thread of all, before it begins. */
    if (blockIdx.x == 0 && tid == 0)
        *c = 0;
    __syncthreads();
    for (int i = blockIdx.x * THREADS + tid; i < n; i += gridDim.x * THREADS)
        sum += a[i] * b[i];
    part[tid] = sum;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (tid < half)
            part[tid] += part[tid + half];
        __syncthreads();
    }
    if (tid == 0) {
        lock(&mutex);
        *c += part[0];
        unlock(&mutex);
    }
}

int dot(const float *d_a, const float *d_b, int n, float *d_c, int blocks)
{
    dot_kernel<<<blocks, THREADS>>>(d_a, d_b, n, d_c);
    return cudaGetLastError();
}
