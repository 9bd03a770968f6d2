/* The bins are set to 0 by a launch of its own; a thread for each byte. */
#include "histogram.h"

#include <cuda_runtime.h>

__global__ void clear(unsigned *bins)
{
    bins[threadIdx.x] = 0;
}

__global__ void count(const unsigned char *text, int n, unsigned *bins)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

    if (i < (size_t)n)
        switch (text[i] >> 7) {
        case 0:
            atomicAdd(&bins[text[i]], 1);
            break;
        default:
            break;
        }
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    cudaError_t end;

    clear<<<1, 128>>>(d_bins);
    end = cudaGetLastError();
    if (end == cudaSuccess && n > 0) {
        count<<<(n + 1023) / 1024, 1024>>>(d_text, n, d_bins);
        end = cudaGetLastError();
    }
    return end;
}
