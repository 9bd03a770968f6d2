/* Counted in shared memory, merged at the end: lab 43 already. */
#include "histogram.h"

#include <cuda_runtime.h>

enum { BLOCKS = 20, THREADS = 128 };

__global__ void count(const unsigned char *__restrict__ text, int n,
                      unsigned *__restrict__ bins)
{
    __shared__ unsigned check[THREADS];

    check[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n;
         i += BLOCKS * THREADS) {
        const unsigned char c = text[i];
        if (!(c & 0x80))
            atomicAdd(&check[c], 1u);
    }
    __syncthreads();
    if (check[threadIdx.x] > 0)
        atomicAdd(&bins[threadIdx.x], check[threadIdx.x]);
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    cudaError_t error = cudaMemset(d_bins, 0, 128 * sizeof(unsigned));

    if (error != cudaSuccess)
        return error;
    count<<<BLOCKS, THREADS>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
