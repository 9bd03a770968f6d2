// caught by: correctness
// hint: Only some widths of C are wrong | Some elements got no thread
// The row of tiles is found by multiplying by a float 1 / across, which for some
// widths is too small.
#include "xnor_no_conflicts.h"

#include <cuda_runtime.h>

#define TILE 16

__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c, int m,
                            int k, int n, int across, float one_over_across)
{
    __shared__ unsigned tile_a[TILE][TILE], tile_b[TILE][TILE];
    int q = threadIdx.x, r = threadIdx.y;
    int down = (int)(blockIdx.x * one_over_across); /* faster than dividing */
    int j = ((int)blockIdx.x - down * across) * TILE + q;
    int i = down * TILE + r;
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
    int across = (n + TILE - 1) / TILE, down = (m + TILE - 1) / TILE;

    if (m == 0 || n == 0)
        return cudaSuccess;
    xnor_kernel<<<across * down, dim3(TILE, TILE)>>>(d_a, d_b, d_c, m, k, n,
                                                     across, 1.0f / across);
    return cudaGetLastError();
}
