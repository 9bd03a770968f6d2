/* Within a warp by shuffles, one number of each warp in shared memory. */
#include "array_sum.h"

#include <cuda_runtime.h>

__device__ long long of_warp(long long x)
{
#pragma unroll
    for (int mask = 16; mask; mask >>= 1)
        x += __shfl_xor_sync(~0u, x, mask);
    return x;
}

__global__ void sum(const int *a, int n, unsigned long long *result)
{
    __shared__ long long warp[32];
    long long x = 0;
    int lane = threadIdx.x & 31;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        x += a[i];
    x = of_warp(x);
    if (lane == 0)
        warp[threadIdx.x / warpSize] = x;
    __syncthreads();
    if (threadIdx.x < 32) {
        x = of_warp(lane < blockDim.x / 32 ? warp[lane] : 0);
        if (lane == 0)
            atomicAdd(result, x);
    }
}

int array_sum(const int *d_a, int n, long long *d_sum)
{
    cudaError_t e = cudaMemsetAsync(d_sum, 0, 8);

    if (e)
        return e;
    sum<<<32, 256>>>(d_a, n, (unsigned long long *)d_sum);
    return cudaGetLastError();
}
