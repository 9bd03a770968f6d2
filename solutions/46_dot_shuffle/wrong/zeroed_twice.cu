// caught by: race (correctness, traffic)
// says: which comes first
// hint: May another block have added something | Ones are right
#include "dot_shuffle.h"

#include <cuda_runtime.h>

#define THREADS 256

/* Returns the sum of x over the 32 lanes, in lane 0. */
__device__ float warp_sum(float x)
{
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(0xffffffff, x, step);
    return x;
}

__global__ void dot_kernel(const float *a, const float *b, int n, float *c)
{
    __shared__ float part[THREADS / 32];
    int tid = threadIdx.x;
    float sum = 0;

    if (blockIdx.x == 0 && tid == 0)
        sum = 0 * atomicExch(c, 0.0f);

    for (int i = blockIdx.x * THREADS + tid; i < n; i += gridDim.x * THREADS)
        sum += a[i] * b[i];

    sum = warp_sum(sum);
    if (tid % 32 == 0)
        part[tid / 32] = sum;

    __syncthreads();
    if (tid < 32) {
        sum = warp_sum(tid < THREADS / 32 ? part[tid] : 0);
        if (tid == 0)
            atomicAdd(c, sum);
    }
}

int dot(const float *d_a, const float *d_b, int n, float *d_c)
{
    cudaError_t error = cudaMemset(d_c, 0, sizeof *d_c);

    if (error != cudaSuccess)
        return error;
    dot_kernel<<<64, THREADS>>>(d_a, d_b, n, d_c);
    return cudaGetLastError();
}
