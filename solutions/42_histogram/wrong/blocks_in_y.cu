// caught by: correctness
// says: the error from histogram()
// hint: In which dimension
// Blocks one below the other: gridDim.y ends at 65535, which was enough for all
// that the author tried.
#include "histogram.h"

#include <cuda_runtime.h>

#define BINS 128
#define THREADS 256
#define BLOCKS 64

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    unsigned first = blockIdx.y * blockDim.x + threadIdx.x;

    for (unsigned i = first; i < (unsigned)n; i += gridDim.y * blockDim.x) {
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
    if (n == 0)
        return cudaSuccess;
    histogram_kernel<<<dim3(1, (n + 1023) / 1024), 1024>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
