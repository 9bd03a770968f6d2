/* 16 bytes a load, by member. */
#include "histogram_shared.h"

#include <cuda_runtime.h>

__device__ void four(unsigned *own, unsigned x)
{
    for (int k = 0; k < 4; k++, x >>= 8)
        if ((x & 0x80) == 0)
            atomicAdd(&own[x & 0x7f], 1);
}

__global__ void count(const unsigned char *text, int n, unsigned *bins)
{
    __shared__ unsigned own[128];
    const uint4 *words = reinterpret_cast<const uint4 *>(text);
    int t = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;

    for (int k = threadIdx.x; k < 128; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    for (int q = t; q < n / 16; q += all) {
        const uint4 v = words[q];

        four(own, v.x);
        four(own, v.y);
        four(own, v.z);
        four(own, v.w);
    }
    for (int i = n / 16 * 16 + t; i < n; i += all)
        if (text[i] < 128)
            atomicAdd(own + text[i], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < 128; k += blockDim.x)
        atomicAdd(&bins[k], own[k]);
}

int histogram_shared(const unsigned char *d_text, int n, unsigned *d_bins,
                     int blocks, int threads)
{
    cudaError_t error = cudaMemset(d_bins, 0, 128 * sizeof *d_bins);

    if (error)
        return error;
    count<<<blocks, threads>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
