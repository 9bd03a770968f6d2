/* Tiles of 32 x 32, x is the column. */
#include "xnor_no_conflicts.h"

#include <cuda_runtime.h>

const int T = 32;

__global__ void mul(const unsigned *a, const unsigned *b, int *c, int m, int k,
                    int n)
{
    __shared__ unsigned A[T][T], B[T][T];
    const int x = threadIdx.x, y = threadIdx.y, W = (k + 31) / T;
    const int i = blockIdx.y * T + y, j = blockIdx.x * T + x;
    int differ = 0;

    for (int w = 0; w < W; w += T) {
        A[y][x] = i < m && w + x < W ? a[(size_t)i * W + w + x] : 0u;
        B[y][x] = w + y < W && j < n ? b[(size_t)(w + y) * n + j] : 0u;
        __syncthreads();
#pragma unroll
        for (int t = 0; t < T; t++)
            differ += __popc(A[y][t] ^ B[t][x]);
        __syncthreads();
    }
    if (i < m && j < n)
        c[(size_t)i * n + j] = k - differ * 2;
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    mul<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(d_a, d_b, d_c,
                                                                m, k, n);
    return cudaGetLastError();
}
