// caught by: traffic
// says: Neighbouring threads should
// hint: Take lane 0 and lane 1
#include "histogram.h"

#include <cuda_runtime.h>

#define BINS 128
#define THREADS 256
#define BLOCKS 64

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

    unsigned chunk = n / (gridDim.x * blockDim.x) + 1;

    /* BUG: neighbouring threads read a chunk apart */
    for (unsigned i = first * chunk; i < (first + 1) * chunk && i < (unsigned)n;
         i++) {
        unsigned char c = text[i];

        if (c < BINS)
            atomicAdd(&bins[c], 1);
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
