// caught by: correctness
// hint: what becomes too large for its place
// Places of 32 words are counted in 5 bits, which cannot hold 32. Of drawn bits
// that many never differ.
#include "xnor_no_conflicts.h"

#include <cuda_runtime.h>

#define TILE 32
#define PLANES 5

/* Adds one bit to each of 32 counters; plane p is worth 2^p. */
__device__ __forceinline__ void count(unsigned (&plane)[PLANES], unsigned bits)
{
#pragma unroll
    for (int p = 0; p < PLANES; p++) {
        unsigned carry = plane[p] & bits;

        plane[p] ^= bits;
        bits = carry;
    }
}

__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c, int m,
                            int k, int n)
{
    __shared__ unsigned tile_a[TILE][TILE], tile_b[TILE][TILE];
    int q = threadIdx.x, r = threadIdx.y;
    int j = blockIdx.x * TILE + q;
    int i = blockIdx.y * TILE + r;
    int words = (k + 31) / 32, differ = 0;

    for (int begin = 0; begin < words; begin += TILE) {
        bool in_a = i < m && begin + q < words;
        bool in_b = begin + r < words && j < n;
        unsigned plane[PLANES] = {0};

        tile_a[r][q] = in_a ? a[i * words + begin + q] : 0;
        tile_b[r][q] = in_b ? b[(begin + r) * n + j] : 0;
        __syncthreads();
#pragma unroll
        for (int t = 0; t < TILE; t++)
            count(plane, tile_a[r][t] ^ tile_b[t][q]);
#pragma unroll
        for (int p = 0; p < PLANES; p++)
            differ += __popc(plane[p]) << p;
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = k - 2 * differ;
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    dim3 threads(TILE, TILE);
    dim3 blocks((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);

    if (m == 0 || n == 0)
        return cudaSuccess;
    xnor_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
