// caught by: race (correctness, traffic)
// says: has stored the new value already
// hint: right behind the line with the atomic function
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

        if (c < BINS) {
            unsigned before = atomicAdd(&bins[c], 1);
            bins[c] = before + 1;
        }
    }
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    cudaError_t error = cudaMemset(d_bins, 0, BINS * sizeof *d_bins);

    if (error != cudaSuccess)
        return error;
    histogram_kernel<<<BLOCKS, THREADS>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
