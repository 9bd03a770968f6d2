// caught by: race (correctness, traffic)
// says: is another one for each block
// hint: which blocks take the same one
#include "dot_mutex.h"

#include <cuda_runtime.h>

#define THREADS 256
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

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
    __shared__ int mutex; // 0: free, 1: taken
    int tid = threadIdx.x;
    float sum = 0;

    for (int i = blockIdx.x * THREADS + tid; i < n; i += gridDim.x * THREADS)
        sum += a[i] * b[i];
    part[tid] = sum;
    if (tid == 0)
        mutex = 0;
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
    cudaError_t error = cudaMemset(d_c, 0, sizeof *d_c);

    if (error != cudaSuccess)
        return error;
    dot_kernel<<<blocks, THREADS>>>(d_a, d_b, n, d_c);
    return cudaGetLastError();
}
