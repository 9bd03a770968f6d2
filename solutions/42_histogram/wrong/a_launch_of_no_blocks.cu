// caught by: correctness (memory)
// says: n = 0
// hint: How many blocks does the launch have
#include "histogram.h"

#include <cuda_runtime.h>

#define BINS 128
#define THREADS 256

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

    if (first < (unsigned)n && text[first] < BINS)
        atomicAdd(&bins[text[first]], 1);
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    cudaError_t error = cudaMemset(d_bins, 0, BINS * sizeof *d_bins);

    if (error != cudaSuccess)
        return error;
    /* BUG: n = 0 */
    histogram_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(d_text, n,
                                                               d_bins);
    return cudaGetLastError();
}
