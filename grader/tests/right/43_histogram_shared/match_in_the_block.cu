/* Lanes with the same character add once, in two copies of the counters. */
#include "histogram_shared.h"

#include <cuda_runtime.h>

__global__ void count(const unsigned char *text, int n, unsigned *bins)
{
    __shared__ unsigned own[2][128];
    unsigned step = gridDim.x * blockDim.x;

    for (unsigned k = threadIdx.x; k < 256; k += blockDim.x)
        own[k / 128][k % 128] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)n;
         i += step) {
        unsigned char c = text[i];
        unsigned here = __activemask();
        unsigned same = __match_any_sync(here, c);

        if (c < 128 && threadIdx.x % 32 == __ffs(same) - 1)
            atomicAdd(&own[threadIdx.x / 32 % 2][c], __popc(same));
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < 128; k += blockDim.x)
        atomicAdd(&bins[k], own[0][k] + own[1][k]);
}

int histogram_shared(const unsigned char *d_text, int n, unsigned *d_bins,
                     int blocks, int threads)
{
    cudaError_t error = cudaMemset(d_bins, 0, 128 * sizeof *d_bins);

    if (error)
        return error;
    count<<<blocks, threads>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
