/* Two floats at a time, 128 threads, pointers that go on. */
#include "dot_shuffle.h"

#include <cuda_runtime.h>

#define THREADS 128

__device__ __noinline__ float of_warp(float end)
{
    end += __shfl_down_sync(0xffffffff, end, 16);
    end += __shfl_down_sync(0xffffffff, end, 8);
    end += __shfl_down_sync(0xffffffff, end, 4);
    end += __shfl_down_sync(0xffffffff, end, 2);
    end += __shfl_down_sync(0xffffffff, end, 1);
    return end;
}

__global__ void dot_kernel(const float2 *a, const float2 *b, int pairs,
                           bool odd, float *c)
{
    __shared__ float warp[THREADS / 32];
    int t = blockIdx.x * THREADS + threadIdx.x;
    float sum = 0;

    for (int i = t; i < pairs; i += THREADS * gridDim.x) {
        float2 x = a[i];
        float2 y = b[i];
        sum += x.x * y.x;
        sum += x.y * y.y;
    }
    if (odd && t == 0)
        sum += a[pairs].x * b[pairs].x;
    sum = of_warp(sum);
    if (threadIdx.x % 32 == 0)
        warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = of_warp(threadIdx.x < THREADS / 32 ? warp[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            atomicAdd(c, sum);
    }
}

int dot(const float *d_a, const float *d_b, int n, float *d_c)
{
    float zero = 0;
    cudaError_t error =
        cudaMemcpy(d_c, &zero, sizeof zero, cudaMemcpyHostToDevice);

    if (error == cudaSuccess) {
        dot_kernel<<<min(n / 4096 + 1, 250), THREADS>>>(
            (const float2 *)d_a, (const float2 *)d_b, n / 2, n % 2 == 1, d_c);
        error = cudaGetLastError();
    }
    return error;
}
