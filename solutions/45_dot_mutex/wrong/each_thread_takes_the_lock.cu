// caught by: traffic (correctness, race)
// says: to lock and unlock
// hint: How many threads of a block take | Is it the loop of the tree | Which loop does the finding name
#include "dot_mutex.h"

#include <cuda_runtime.h>

#define THREADS 256
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

__device__ int mutex; // 0: free, 1: taken

__device__ void lock(int *m)
{
    while (atomicCAS(m, 0, 1) != 0) // <- here
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
    int tid = threadIdx.x;
    float sum = 0;

    for (int i = blockIdx.x * THREADS + tid; i < n; i += gridDim.x * THREADS)
        sum += a[i] * b[i];
    lock(&mutex);
    *c += sum;
    unlock(&mutex);
}

int dot(const float *d_a, const float *d_b, int n, float *d_c, int blocks)
{
    cudaError_t error = cudaMemset(d_c, 0, sizeof *d_c);

    if (error != cudaSuccess)
        return error;
    dot_kernel<<<blocks, THREADS>>>(d_a, d_b, n, d_c);
    return cudaGetLastError();
}
