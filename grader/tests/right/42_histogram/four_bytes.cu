/* Four characters at a time, where the text is aligned for it. */
#include "histogram.h"

#include <cuda_runtime.h>
#include <stdint.h>

#define BLOCKS 30
#define THREADS 256

__device__ inline void put(unsigned *bins, unsigned char c)
{
    if (c < 128)
        atomicInc(&bins[c], ~0u);
}

__global__ void count(const unsigned char *text, int n, unsigned *bins)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, done = 0;

    if ((uintptr_t)text % 4 == 0) {
        const uchar4 *four = (const uchar4 *)text;

        done = n / 4 * 4;
        for (int i = first; i < n / 4; i += gridDim.x * blockDim.x) {
            uchar4 v = four[i];

            put(bins, v.x);
            put(bins, v.y);
            put(bins, v.z);
            put(bins, v.w);
        }
    }
    for (int i = done + first; i < n; i += gridDim.x * blockDim.x)
        put(bins, text[i]);
}

int histogram(const unsigned char *d_text, int n, unsigned *d_bins)
{
    cudaError_t error = cudaMemset(d_bins, 0, 128 * sizeof(unsigned));

    if (error != cudaSuccess)
        return error;
    count<<<BLOCKS, THREADS>>>(d_text, n, d_bins);
    return cudaGetLastError();
}
