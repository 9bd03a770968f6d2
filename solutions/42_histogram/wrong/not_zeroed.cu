// caught by: correctness, memory (race)
// says: d_bins
// hint: one of those that were set to 0
#include "histogram.h"

#include <cuda_runtime.h>

#define BINS 128
#define THREADS 256
#define BLOCKS 64

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

    for (unsigned i = first; i < (unsigned)n; i += gridDim.x * blockDim.x) {
        unsigned char c = text[i];

        if (c < BINS)
            atomicAdd(&bins[c], 1);
    }
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    /* BUG: what was in the bins before? */
    histogram_kernel<<<BLOCKS, THREADS>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
