/* One cooperative launch: the grid clears the bins, meets, and counts. */
#include "histogram.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

enum { BLOCKS = 16, THREADS = 256, BINS = 128 };

__global__ void histogram_kernel(const unsigned char *text, int n,
                                 unsigned *bins)
{
    const unsigned first = blockIdx.x * THREADS + threadIdx.x;

    if (first < BINS)
        bins[first] = 0;
    cg::this_grid().sync();
    for (unsigned i = first; i < (unsigned)n; i += BLOCKS * THREADS)
        if (text[i] < BINS)
            atomicAdd(&bins[text[i]], 1u);
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    void *arguments[] = {&d_text, &n, &d_bins};

    return cudaLaunchCooperativeKernel((const void *)histogram_kernel, BLOCKS,
                                       THREADS, arguments, 0, 0);
}
