// caught by: correctness
// says: one letter
// hint: a multiple of 65536
#include "histogram.h"

#include <cuda_runtime.h>

#define BINS 128
#define THREADS 256
#define BLOCKS 64

/* Two counters in a word: a block must not see a letter 65536 times. */
__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    __shared__ unsigned own[BINS / 2];
    int tid = threadIdx.x;

    if (tid < BINS / 2)
        own[tid] = 0;
    __syncthreads();
    for (int i = blockIdx.x * THREADS + tid; i < n; i += gridDim.x * THREADS)
        if (text[i] < BINS)
            atomicAdd(&own[text[i] / 2], text[i] % 2 ? 65536 : 1);
    __syncthreads();
    if (tid < BINS)
        atomicAdd(&bins[tid], own[tid / 2] >> tid % 2 * 16 & 65535);
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    cudaError_t error = cudaMemset(d_bins, 0, BINS * sizeof *d_bins);

    if (error != cudaSuccess)
        return error;
    histogram_kernel<<<BLOCKS, THREADS>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
