/* 16 x 8 threads with two sums each; the tile of A is turned. */
#include "xnor_tiled.h"

#include <cuda_runtime.h>

__global__ void mul(const unsigned *a, const unsigned *b, int *c, int m, int k,
                    int n)
{
    __shared__ unsigned at[16][17], bt[16][16];
    int x = threadIdx.x, y = threadIdx.y, W = (k + 31) / 32;
    int i0 = blockIdx.y * 16, j0 = blockIdx.x * 16;
    int sum[2] = {k, k};

    for (int w0 = 0; w0 < W; w0 += 16) {
        for (int h = y; h < 16; h += 8) {
            at[x][h] =
                i0 + h < m && w0 + x < W ? a[(size_t)(i0 + h) * W + w0 + x] : 0;
            bt[h][x] =
                w0 + h < W && j0 + x < n ? b[(size_t)(w0 + h) * n + j0 + x] : 0;
        }
        __syncthreads();
        for (int t = 0; t < 16; t++) {
            sum[0] -= 2 * __popc(at[t][y] ^ bt[t][x]);
            sum[1] -= 2 * __popc(at[t][y + 8] ^ bt[t][x]);
        }
        __syncthreads();
    }
    if (j0 + x < n) {
        if (i0 + y < m)
            c[(size_t)(i0 + y) * n + j0 + x] = sum[0];
        if (i0 + y + 8 < m)
            c[(size_t)(i0 + y + 8) * n + j0 + x] = sum[1];
    }
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    if (m && n)
        mul<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 8)>>>(d_a, d_b, d_c,
                                                                 m, k, n);
    return cudaGetLastError();
}
