// caught by: race (correctness, memory)
// says: `bins[threadIdx.x]`
// hint: Does any block wait
#include "histogram.h"

#include <cuda_runtime.h>

#define BINS 128
#define THREADS 256
#define BLOCKS 64

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

    if (blockIdx.x == 0 && threadIdx.x < BINS)
        bins[threadIdx.x] = 0; /* BUG: other blocks are counting */
    __syncthreads();
    for (unsigned i = first; i < (unsigned)n; i += gridDim.x * blockDim.x) {
        unsigned char c = text[i];

        if (c < BINS)
            atomicAdd(&bins[c], 1);
    }
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    histogram_kernel<<<BLOCKS, THREADS>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
