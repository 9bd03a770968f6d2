/* 128 counters, a byte at a time. */
#include "histogram_shared.h"

#include <cuda_runtime.h>

__global__ void count(const unsigned char *text, int n, unsigned *bins)
{
    __shared__ unsigned own[128];

    for (int b = threadIdx.x; b < 128; b += blockDim.x)
        own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        if (text[i] < 128)
            atomicAdd(&own[text[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 128; b += blockDim.x)
        if (own[b])
            atomicAdd(&bins[b], own[b]);
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
