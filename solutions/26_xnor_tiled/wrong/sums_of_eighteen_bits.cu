// caught by: correctness
// says: 393216
// hint: what do you count it in
// The bits that differ are counted in a field of 18 bits, too small for k of them.
#include "xnor_tiled.h"

#include <cuda_runtime.h>

#define TILE 16

/* All that a thread has to remember in the loop, in one register. */
struct State {
    unsigned differ : 18;
    unsigned in_row : 1;
    unsigned in_col : 1;
};

__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c, int m,
                            int k, int n)
{
    __shared__ unsigned tile_a[TILE][TILE], tile_b[TILE][TILE];
    int q = threadIdx.x, r = threadIdx.y;
    int j = blockIdx.x * TILE + q;
    int i = blockIdx.y * TILE + r;
    int words = (k + 31) / 32;
    State s;

    s.differ = 0;
    s.in_row = i < m;
    s.in_col = j < n;
    for (int begin = 0; begin < words; begin += TILE) {
        tile_a[r][q] =
            s.in_row && begin + q < words ? a[i * words + begin + q] : 0;
        tile_b[r][q] =
            s.in_col && begin + r < words ? b[(begin + r) * n + j] : 0;
        __syncthreads();
        for (int t = 0; t < TILE; t++)
            s.differ += __popc(tile_a[r][t] ^ tile_b[t][q]);
        __syncthreads();
    }
    if (s.in_row && s.in_col)
        c[i * n + j] = k - 2 * (int)s.differ;
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
