/* 16 warps, whose sums 16 lanes add up; references to float4. */
#include "dot_shuffle.h"

#include <cuda_runtime.h>

constexpr unsigned WARPS = 16;

struct pair {
    const float4 &x, &y;
    __device__ float product() const
    {
        return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
    }
};

__global__ void dot_kernel(const float4 *a, const float4 *b, int n, float *c)
{
    __shared__ float s[WARPS];
    unsigned lane = threadIdx.x, warp = threadIdx.y;
    unsigned t = (blockIdx.x * WARPS + warp) * 32 + lane;
    float x = 0;

    for (unsigned i = t; i < (unsigned)n / 4; i += gridDim.x * WARPS * 32) {
        float4 u = a[i], v = b[i];
        x += pair{u, v}.product();
    }
    if (t < n % 4u)
        x += (&a[n / 4].x)[t] * (&b[n / 4].x)[t];
    for (int k = 16; k; k /= 2)
        x += __shfl_down_sync(~0u, x, k);
    if (!lane)
        s[warp] = x;
    __syncthreads();
    if (warp == 0 && lane < WARPS) {
        x = s[lane];
        for (int k = WARPS / 2; k; k /= 2)
            x += __shfl_down_sync((1u << WARPS) - 1, x, k, WARPS);
        if (!lane)
            atomicAdd(c, x);
    }
}

int dot(const float *d_a, const float *d_b, int n, float *d_c)
{
    cudaError_t error = cudaMemset(d_c, 0, sizeof(*d_c));

    if (error != cudaSuccess)
        return error;
    dot_kernel<<<dim3(min(1 + n / 10000, 264)), dim3(32, WARPS)>>>(
        reinterpret_cast<const float4 *>(d_a),
        reinterpret_cast<const float4 *>(d_b), n, d_c);
    return cudaGetLastError();
}
