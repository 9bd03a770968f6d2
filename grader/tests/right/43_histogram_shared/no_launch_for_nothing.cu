/* For no bytes the cleared bins are the answer. */
#include "histogram_shared.h"

#include <cuda_runtime.h>

#define BINS 128
#define BYTES 256  /* different ones */
#define COLUMNS 32 /* one for each lane: 32 KB of counters */

/* column: this lane's, of the counter for byte 0 */
static __device__ void count4(unsigned *column, unsigned four)
{
    atomicAdd(&column[(four & 255) * COLUMNS], 1);
    atomicAdd(&column[(four >> 8 & 255) * COLUMNS], 1);
    atomicAdd(&column[(four >> 16 & 255) * COLUMNS], 1);
    atomicAdd(&column[(four >> 24) * COLUMNS], 1);
}

__global__ void histogram_kernel(const unsigned char *text, unsigned n,
                                 unsigned *bins)
{
    __shared__ unsigned counters[BYTES * COLUMNS];
    unsigned *column = &counters[threadIdx.x % COLUMNS];
    unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned step = gridDim.x * blockDim.x;

    for (unsigned k = threadIdx.x; k < BYTES * COLUMNS; k += blockDim.x)
        counters[k] = 0;
    __syncthreads();
    for (unsigned i = first; i < n / 16; i += step) {
        uint4 v = ((const uint4 *)text)[i];

        count4(column, v.x);
        count4(column, v.y);
        count4(column, v.z);
        count4(column, v.w);
    }
    /* at most 15 bytes are left */
    for (unsigned i = n / 16 * 16 + first; i < n; i += step)
        atomicAdd(&column[text[i] * COLUMNS], 1);
    __syncthreads();
    /* Neighbouring threads add up neighbouring bins, which lie in one bank. So
     * each begins in another column. */
    for (unsigned b = threadIdx.x; b < BINS; b += blockDim.x) {
        unsigned sum = 0;

        for (unsigned k = 0; k < COLUMNS; k++)
            sum += counters[b * COLUMNS + (b + k) % COLUMNS];
        atomicAdd(&bins[b], sum);
    }
}

int histogram_shared(const unsigned char *d_text, int n, unsigned *d_bins,
                     int blocks, int threads)
{
    cudaError_t error = cudaMemset(d_bins, 0, BINS * sizeof *d_bins);

    if (error != cudaSuccess)
        return error;
    if (n == 0)
        return cudaSuccess;
    histogram_kernel<<<blocks, threads>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
