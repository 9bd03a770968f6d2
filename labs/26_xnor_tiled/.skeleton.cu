/*
 * Lab 26, xnor_tiled: bits, with tiles of A and B in shared memory. README.md
 * has the task, xnor_tiled.h the rules for xnor_matmul().
 */
#include "xnor_tiled.h"

#include <cuda_runtime.h>

#define TILE 16

/* A block has 16 x 16 threads, for 16 rows and 16 columns of C. It is right,
 * but all words come from global memory, for each thread anew.
 * TODO: declare two tiles, __shared__ unsigned tile_a[TILE][TILE] and tile_b.
 * Go through the words in steps of TILE. In each step every thread copies one
 * word of A and one of B into the tiles. Then TILE products from the tiles. What
 * belongs into a tile where the matrix has no word?
 * TODO: where must all threads wait for each other? And who may not leave
 * early? */
__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c, int m,
                            int k, int n)
{
    int r = threadIdx.x, q = threadIdx.y; /* row and column in the tile */
    int i = blockIdx.x * TILE + r;
    int j = blockIdx.y * TILE + q;
    int words = (k + 31) / 32, differ = 0;

    if (i >= m || j >= n)
        return;
    for (int w = 0; w < words; w++)
        differ += __popc(a[i * words + w] ^ b[w * n + j]);
    c[i * n + j] = k - 2 * differ;
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    dim3 threads(TILE, TILE);
    dim3 blocks((m + TILE - 1) / TILE, (n + TILE - 1) / TILE);

    if (m == 0 || n == 0)
        return cudaSuccess;
    xnor_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
