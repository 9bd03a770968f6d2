// caught by: traffic (speed)
// says: Not done in shared memory: 8 histograms in shared memory takes at least 1; your kernels made 0 accesses by threads there. Let each block keep in a __shared__ array what its threads use together.
// hint: Which addresses do the threads
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
