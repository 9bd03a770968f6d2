// caught by: correctness (traffic)
// says: times, once in each block
// hint: Which bytes does nobody look at, or more than one thread
/* Four bytes at a time; what is left over is counted by a thread of each block,
 * and one of the grid is meant. */
#include "histogram.h"

#include <cuda_runtime.h>

#define BINS 128
#define THREADS 256
#define BLOCKS 64

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;

    for (unsigned i = first; i < (unsigned)n / 4;
         i += gridDim.x * blockDim.x) {
        uchar4 four = ((const uchar4 *)text)[i];
        unsigned char c[4] = {four.x, four.y, four.z, four.w};

        for (int k = 0; k < 4; k++)
            if (c[k] < BINS)
                atomicAdd(&bins[c[k]], 1);
    }
    if (threadIdx.x == 0)
        for (int i = n / 4 * 4; i < n; i++)
            if (text[i] < BINS)
                atomicAdd(&bins[text[i]], 1);
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    cudaError_t error = cudaMemset(d_bins, 0, BINS * sizeof *d_bins);

    if (error != cudaSuccess)
        return error;
    histogram_kernel<<<BLOCKS, THREADS>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
