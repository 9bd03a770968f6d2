/* Bins for each block; a second kernel adds them up. No atomic operation in
 * global memory. */
#include "histogram.h"

#include <cuda_runtime.h>

enum { BLOCKS = 24, THREADS = 192, BINS = 128 };

__device__ unsigned parts[BLOCKS][BINS];

__global__ void count_kernel(const unsigned char *text, int n)
{
    __shared__ unsigned own[BINS];

    if (threadIdx.x < BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n;
         i += BLOCKS * THREADS)
        if (text[i] < BINS)
            atomicAdd(&own[text[i]], 1);
    __syncthreads();
    if (threadIdx.x < BINS)
        parts[blockIdx.x][threadIdx.x] = own[threadIdx.x];
}

__global__ void add_kernel(unsigned *bins)
{
    unsigned sum = 0;

    for (int b = 0; b < BLOCKS; b++)
        sum += parts[b][threadIdx.x];
    bins[threadIdx.x] = sum;
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    cudaError_t error;

    count_kernel<<<BLOCKS, THREADS>>>(d_text, n);
    error = cudaGetLastError();
    if (error != cudaSuccess)
        return error;
    add_kernel<<<1, BINS>>>(d_bins);
    return cudaGetLastError();
}
