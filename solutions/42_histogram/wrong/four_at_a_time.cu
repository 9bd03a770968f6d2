// caught by: memory (correctness)
// says: past the end
// hint: How many bytes does one read take
#include "histogram.h"

#include <cuda_runtime.h>

#define BINS 128
#define THREADS 256
#define BLOCKS 64

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

    unsigned words = ((unsigned)n + 3) / 4;

    for (unsigned i = first; i < words; i += gridDim.x * blockDim.x) {
        unsigned word = ((const unsigned *)text)[i];

        for (unsigned k = 4 * i; k < 4 * i + 4 && k < (unsigned)n; k++) {
            if ((word & 255) < BINS)
                atomicAdd(&bins[word & 255], 1);
            word >>= 8;
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
