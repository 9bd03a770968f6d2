// caught by: traffic (speed)
// says: histograms in shared memory
#include "histogram_shared.h"

#include <cuda_runtime.h>

#define BINS 128

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

    for (unsigned i = first; i < (unsigned)n; i += gridDim.x * blockDim.x) {
        unsigned char c = text[i];

        if (c < BINS)
            atomicAdd(&bins[c], 1); /* BUG: all blocks in one queue */
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
