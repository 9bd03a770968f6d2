// caught by: correctness
// says: d_bins
// hint: Which bytes does nobody look at
#include "histogram.h"

#include <cuda_runtime.h>

#define BINS 128
#define THREADS 256

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

    unsigned char c = text[first];

    (void)n;
    if (c < BINS)
        atomicAdd(&bins[c], 1);
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    cudaError_t error = cudaMemset(d_bins, 0, BINS * sizeof *d_bins);

    if (error != cudaSuccess)
        return error;
    if (n >= THREADS) /* BUG: the last ones */
        histogram_kernel<<<n / THREADS, THREADS>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
