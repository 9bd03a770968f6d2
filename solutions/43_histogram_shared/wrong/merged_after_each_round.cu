// caught by: traffic (speed)
// says: atomic operations
// hint: in the loop over the text
#include "histogram_shared.h"

#include <cuda_runtime.h>

#define BINS 128

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    __shared__ unsigned own[BINS];
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x)
        own[b] = 0;
    __syncthreads();
    for (unsigned begin = 0; begin < (unsigned)n;
         begin += gridDim.x * blockDim.x) {
        unsigned i = begin + first;

        if (i < (unsigned)n && text[i] < BINS)
            atomicAdd(&own[text[i]], 1);
        __syncthreads();
        /* BUG: hands on after every byte */
        for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x) {
            atomicAdd(&bins[b], own[b]);
            own[b] = 0;
        }
        __syncthreads();
    }
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
