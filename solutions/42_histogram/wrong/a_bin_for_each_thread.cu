// caught by: traffic
// says: reading 40000 bytes
// hint: How many threads look at the same byte
#include "histogram.h"

#include <cuda_runtime.h>

#define BINS 128
#define THREADS 256
#define BLOCKS 64

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

    unsigned count = 0;

    /* BUG: each of 128 threads reads all of the text */
    for (unsigned i = 0; i < (unsigned)n && first < BINS; i++)
        count += text[i] == first;
    if (first < BINS)
        atomicAdd(&bins[first], count);
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    cudaError_t error = cudaMemset(d_bins, 0, BINS * sizeof *d_bins);

    if (error != cudaSuccess)
        return error;
    histogram_kernel<<<BLOCKS, THREADS>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
