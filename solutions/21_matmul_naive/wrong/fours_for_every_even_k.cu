// caught by: memory (correctness)
// hint: Does the one divide the other
// Reads A by float4 where k is even. Row i begins at a multiple of 16 bytes only if
// i * k is a multiple of 4.
#include "matmul_naive.h"

#include <cuda_runtime.h>

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int k, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= m || j >= n)
        return;

    const float *row = a + i * k;
    float sum = 0;
    int l = 0;

    if (k % 2 == 0)
        for (; l + 4 <= k; l += 4) {
            float4 x = *(const float4 *)(row + l);

            sum += x.x * b[l * n + j];
            sum += x.y * b[(l + 1) * n + j];
            sum += x.z * b[(l + 2) * n + j];
            sum += x.w * b[(l + 3) * n + j];
        }
    for (; l < k; l++)
        sum += row[l] * b[l * n + j];
    c[i * n + j] = sum;
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    dim3 threads(32, 8);
    dim3 blocks((n + 31) / 32, (m + 7) / 8);

    if (m == 0 || n == 0)
        return cudaSuccess;
    matmul_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
