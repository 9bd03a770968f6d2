/* 32 x 8 threads, four rows each: a word of B serves four sums. */
#include "xnor_no_conflicts.h"

#include <cuda_runtime.h>

__global__ void mul(const unsigned *a, const unsigned *b, int *c, int m, int k,
                    int n)
{
    __shared__ unsigned A[32][32], B[32][32];
    int x = threadIdx.x, y = threadIdx.y, W = (k + 31) / 32;
    int i0 = blockIdx.y * 32, j = blockIdx.x * 32 + x, differ[4] = {};

    for (int w = 0; w < W; w += 32) {
        for (int r = y; r < 32; r += 8) {
            A[r][x] = 0;
            if (i0 + r < m && w + x < W)
                A[r][x] = a[(i0 + r) * W + w + x];
            B[r][x] = 0;
            if (w + r < W && j < n)
                B[r][x] = b[(w + r) * n + j];
        }
        __syncthreads();
        for (int t = 0; t < 32; t++) {
            unsigned word = B[t][x];

#pragma unroll
            for (int r = 0; r < 4; r++)
                differ[r] += __popc(A[y + 8 * r][t] ^ word);
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        if (i0 + y + 8 * r < m && j < n)
            c[(i0 + y + 8 * r) * n + j] = k - 2 * differ[r];
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    mul<<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 8)>>>(d_a, d_b, d_c, m,
                                                             k, n);
    return cudaGetLastError();
}
