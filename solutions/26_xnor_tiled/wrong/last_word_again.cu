// caught by: correctness (traffic, speed)
// says: as if the one word of a row counted 16 times
// hint: which words meet in each turn
/* Behind the last word of a row stands not 0, but that word again. */
#include "xnor_tiled.h"

#include <cuda_runtime.h>

#define TILE 16

__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c, int m,
                            int k, int n)
{
    __shared__ unsigned tile_a[TILE][TILE], tile_b[TILE][TILE];
    int r = threadIdx.x, q = threadIdx.y; /* row and column in the tile */
    int i = blockIdx.x * TILE + r;
    int j = blockIdx.y * TILE + q;
    int words = (k + 31) / 32, differ = 0;

    for (int begin = 0; begin < words; begin += TILE) {
        int in_a = min(begin + q, words - 1);
        int in_b = min(begin + r, words - 1);

        tile_a[r][q] = a[min(i, m - 1) * words + in_a];
        tile_b[r][q] = b[in_b * n + min(j, n - 1)];
        __syncthreads();
        for (int t = 0; t < TILE; t++)
            differ += __popc(tile_a[r][t] ^ tile_b[t][q]);
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = k - 2 * differ;
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    dim3 threads(TILE, TILE);
    dim3 blocks((m + TILE - 1) / TILE, (n + TILE - 1) / TILE);

    if (m == 0 || n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    xnor_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
