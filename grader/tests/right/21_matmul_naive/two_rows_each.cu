/* Two rows of C for each thread: what is read of B serves both. */
#include "matmul_naive.h"

#include <cuda_runtime.h>

template <int ROWS>
__global__ void mul(const float *a, const float *b, float *c, int m, int k,
                    int n)
{
    int j = threadIdx.x + blockDim.x * blockIdx.x;
    int i = ROWS * (threadIdx.y + blockDim.y * blockIdx.y);
    float sum[ROWS] = {};

    if (j >= n)
        return;
    for (int l = 0; l < k; l++) {
        float x = b[l * n + j];

        for (int r = 0; r < ROWS; r++)
            if (i + r < m)
                sum[r] += a[(i + r) * k + l] * x;
    }
    for (int r = 0; r < ROWS && i + r < m; r++)
        c[(i + r) * n + j] = sum[r];
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    dim3 block(64, 4), grid((n + 63) / 64, (m + 7) / 8);

    if (grid.x * grid.y == 0)
        return cudaSuccess;
    mul<2><<<grid, block>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
