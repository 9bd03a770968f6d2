/*
 * ceiling.cu - about the most that a GPU can do for lab 43: 16 bytes a load,
 * a column of counters for each lane, and as many blocks as the GPU has room
 * for, whatever the caller says. What the student's function is held against,
 * in the same run.
 */
#include <cuda_runtime.h>

#include "histogram_shared.h"

enum { THREADS = 1024, PER_PROCESSOR = 2, BINS = 128, BYTES = 256, LANES = 32 };

static __device__ void count4(unsigned *column, unsigned four)
{
    for (int k = 0; k < 4; k++)
        atomicAdd(&column[(four >> 8 * k & 255) * LANES], 1);
}

static __global__ void count(const uint4 *text, unsigned n, unsigned *bins)
{
    __shared__ unsigned counters[BYTES * LANES];
    unsigned *column = &counters[threadIdx.x % LANES];

    for (unsigned k = threadIdx.x; k < BYTES * LANES; k += THREADS)
        counters[k] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * THREADS + threadIdx.x; i < n;
         i += gridDim.x * THREADS) {
        uint4 v = text[i];

        count4(column, v.x);
        count4(column, v.y);
        count4(column, v.z);
        count4(column, v.w);
    }
    __syncthreads();
    for (unsigned b = threadIdx.x; b < BINS; b += THREADS) {
        unsigned sum = 0;

        for (unsigned k = 0; k < LANES; k++)
            sum += counters[b * LANES + (b + k) % LANES];
        atomicAdd(&bins[b], sum);
    }
}

/* n is a multiple of 16 here. */
int histogram_shared(const unsigned char *d_text, int n, unsigned *d_bins,
                     int blocks, int threads)
{
    int device, processors;

    (void)blocks;
    (void)threads;
    cudaMemset(d_bins, 0, BINS * sizeof *d_bins);
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    count<<<PER_PROCESSOR * processors, THREADS>>>((const uint4 *)d_text,
                                                   (unsigned)n / 16, d_bins);
    return cudaGetLastError();
}
