/* Two pairs of tiles: one is filled while the other is used. */
#include "xnor_no_conflicts.h"

#include <cuda_runtime.h>

#define SIDE 16

struct tiles {
    unsigned a[SIDE][SIDE], b[SIDE][SIDE];
};

__device__ void fill(tiles &t, const unsigned *a, const unsigned *b, int w,
                     int m, int W, int n)
{
    int r = threadIdx.y, q = threadIdx.x;
    int i = blockIdx.y * SIDE + r, j = blockIdx.x * SIDE + q;

    t.a[r][q] = i < m && w + q < W ? a[(size_t)i * W + w + q] : 0;
    t.b[r][q] = w + r < W && j < n ? b[(size_t)(w + r) * n + j] : 0;
}

__global__ void mul(const unsigned *a, const unsigned *b, int *c, int m, int k,
                    int n)
{
    __shared__ tiles t[2];
    int W = (k + 31) / 32, now = 0, differ = 0;

    fill(t[0], a, b, 0, m, W, n);
    for (int w = 0; w < W; w += SIDE) {
        __syncthreads();
        if (w + SIDE < W)
            fill(t[1 - now], a, b, w + SIDE, m, W, n);
        for (int s = 0; s < SIDE; s++)
            differ +=
                __popc(t[now].a[threadIdx.y][s] ^ t[now].b[s][threadIdx.x]);
        now ^= 1;
    }
    int i = blockIdx.y * SIDE + threadIdx.y,
        j = blockIdx.x * SIDE + threadIdx.x;
    if (i < m && j < n)
        c[(size_t)i * n + j] = k - 2 * differ;
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    dim3 grid((n + SIDE - 1) / SIDE, (m + SIDE - 1) / SIDE);

    if (m == 0 || n == 0)
        return cudaSuccess;
    mul<<<grid, dim3(SIDE, SIDE)>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
