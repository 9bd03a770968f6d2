// caught by: traffic
// says: add its sum to *d_c itself
// hint: or one for all
#include "dot_mutex.h"

#include <cuda_runtime.h>

#define THREADS 256
static_assert((THREADS & (THREADS - 1)) == 0, "the tree halves it");

__device__ float sums[65535]; // by block
__device__ unsigned done;      // blocks whose sum is there

__global__ void dot_kernel(const float *a, const float *b, int n, float *c)
{
    __shared__ float part[THREADS];
    int tid = threadIdx.x;
    float sum = 0;

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
        sums[blockIdx.x] = part[0];
        __threadfence();
        if (atomicInc(&done, gridDim.x - 1) != gridDim.x - 1)
            return;
        __threadfence();
        for (int k = 0; k < gridDim.x; k++)
            *c += sums[k];
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
