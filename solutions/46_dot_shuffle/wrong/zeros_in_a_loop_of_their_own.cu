// caught by: traffic (speed)
// says: reading 262147
// hint: How often does your kernel go through
/* BUG: reads everything twice */
#include "dot_shuffle.h"

#include <cuda_runtime.h>

#define THREADS 256

__device__ float warp_sum(float x)
{
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_xor_sync(0xffffffff, x, step);
    return x;
}

__global__ void dot_kernel(const float *a, const float *b, int n,
                           float *c)
{
    __shared__ float part[THREADS / 32];
    const int tid = threadIdx.x, stride = gridDim.x * THREADS;
    const int first = blockIdx.x * THREADS + tid;
    float sum = 0;

    int zeros = 0;

    for (int i = first; i < n; i += stride)
        zeros += a[i] == 0 || b[i] == 0;
    for (int i = first; i < n && zeros < n; i += stride)
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
    dot_kernel<<<n / (16 * THREADS) + 1, THREADS>>>(d_a, d_b, n, d_c);
    return cudaGetLastError();
}
