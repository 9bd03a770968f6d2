/*
 * Why it works: the sum over all W words is taken in steps of 16. For each
 * step, the 256 threads of a block copy a tile of 16 x 16 words of A and one of
 * B into shared memory, a word each. Then every word is used 16 times from
 * there: a word of A by 16 columns, a word of B by 16 rows. The first barrier
 * waits until both tiles are there, the second one until all have used them,
 * before the next step overwrites them. Words beyond an edge become 0 in both
 * tiles; 0 ^ 0 counts nothing. So all threads stay to the end, and only the
 * last line asks whether there is an element of C to write.
 * As in the article, x is the row. That costs twice: a warp copies 2 words from
 * each of 16 rows, 16 sectors where 4 would do. And tile_a[r][t] is in bank
 * (16 * r + t) % 32: 16 rows in 2 banks, 8 words to wait for. Lab 27 mends it.
 *
 * Another way: let x be the column right away (lab 27). Then tiles of 32 x 32,
 * with 1024 threads, use each word 32 times and read half the sectors. With x
 * as the row they read as many as these: a sector for each word.
 */
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
        bool in_a = i < m && begin + q < words;
        bool in_b = begin + r < words && j < n;

        tile_a[r][q] = in_a ? a[i * words + begin + q] : 0;
        tile_b[r][q] = in_b ? b[(begin + r) * n + j] : 0;
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
