/*
 * Why it works: each block counts in shared memory, where no other block is.
 * Its counters are 0 before any thread counts, and complete before any thread
 * hands them on; a barrier stands at both places, which all threads reach.
 * Whoever sets or hands on bins goes through them with a stride, so any number
 * of threads will do. To global memory go 128 additions a block, however long
 * the text is.
 *
 * What keeps it from waiting:
 * - A thread loads 16 bytes at a time, so that few instructions keep much of
 *   the text on its way.
 * - Every lane has a column of counters of its own. Column l lies in bank l of
 *   shared memory, so the 32 lanes of a warp never have the same address and
 *   never the same bank: each request is done in one pass, whatever the text.
 *   Only warps of a block still meet, and memory takes them one after the other
 *   anyway.
 * - There is a counter for each of the 256 bytes, so that none needs a test.
 *   The upper half is simply not handed on.
 * - The result of atomicAdd() is not used, so no thread waits for it.
 *
 * Another way, simple, is what the skeleton asks for: 128 counters a block, one
 * byte at a time. In a text 5.4 lanes of a warp then meet at one address. For
 * little text it is better: 32 KB to set to 0 are soon more than there is to
 * count.
 */
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
    histogram_kernel<<<blocks, threads>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
