/* Each lane has the sum after five exchanges; blocks of 1024. */
#include "dot_shuffle.h"

#include <cuda_runtime.h>

template <int LANES> __device__ float all(float x)
{
#pragma unroll
    for (int k = 1; k < LANES; k *= 2)
        x += __shfl_xor_sync(0xffffffffu, x, k, LANES);
    return x;
}

__global__ void __launch_bounds__(1024)
    dot_kernel(const float4 *__restrict__ a, const float4 *__restrict__ b,
               int n, float *__restrict__ c)
{
    __shared__ float part[32];
    const int step = gridDim.x * blockDim.x;
    float x = 0, y = 0, z = 0, w = 0;
    int i = blockIdx.x * blockDim.x + threadIdx.x, rest = n & 3;

    for (; i < n >> 2; i += step) {
        const float4 s = __ldg(a + i), t = __ldg(b + i);

        x = fmaf(s.x, t.x, x);
        y = fmaf(s.y, t.y, y);
        z = fmaf(s.z, t.z, z);
        w = fmaf(s.w, t.w, w);
    }
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x < rest) {
        int e = (n & ~3) + threadIdx.x;
        x += ((const float *)a)[e] * ((const float *)b)[e];
    }
    x = all<32>((x + y) + (z + w));
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = x;
    __syncthreads();
    if (threadIdx.x < 32) {
        x = all<32>(part[threadIdx.x]);
        if (threadIdx.x == 0)
            atomicAdd(c, x);
    }
}

int dot(const float *d_a, const float *d_b, int n, float *d_c)
{
    cudaError_t error = cudaMemsetAsync(d_c, 0, sizeof(float), 0);
    int blocks = min(n / 16384 + 1, 132);

    if (error)
        return error;
    dot_kernel<<<blocks, 1024>>>((const float4 *)d_a, (const float4 *)d_b, n,
                                 d_c);
    return cudaGetLastError();
}
