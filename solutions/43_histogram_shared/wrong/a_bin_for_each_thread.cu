// caught by: memory, correctness (race)
// hint: which elements does each of them set
#include "histogram_shared.h"

#include <cuda_runtime.h>

#define BINS 128

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    __shared__ unsigned own[BINS];
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

    own[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = first; i < (unsigned)n; i += gridDim.x * blockDim.x) {
        unsigned char c = text[i];

        if (c < BINS)
            atomicAdd(&own[c], 1);
    }
    __syncthreads();
    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], own[b]);
}

int histogram_shared(const unsigned char *d_text, int n, unsigned *d_bins,
                     int blocks, int threads)
{
    cudaError_t error = cudaMemset(d_bins, 0, BINS * sizeof *d_bins);

    if (error != cudaSuccess)
        return error;
    histogram_kernel<<<blocks, threads>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
