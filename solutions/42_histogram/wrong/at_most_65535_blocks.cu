// caught by: correctness
// says: 16982017
// hint: your threads do not come to
#include "histogram.h"

#include <cuda_runtime.h>

#define BINS 128
#define THREADS 256

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < (unsigned)n) {
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
    int blocks = (n + THREADS - 1) / THREADS;

    if (n == 0)
        return cudaSuccess;
    if (blocks > 65535) /* "no grid has more" */
        blocks = 65535;
    histogram_kernel<<<blocks, THREADS>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
