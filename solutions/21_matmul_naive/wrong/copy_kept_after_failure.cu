// caught by: memory
// hint: on which way out
// Where k is no multiple of 4, A gets padding, in a copy that is not freed if the
// launch fails.
#include "matmul_naive.h"

#include <cuda_runtime.h>

/* rows of a are `pitch` floats apart, a multiple of 4 */
__global__ void by_fours(const float *a, int pitch, const float *b, float *c,
                         int m, int k, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= m || j >= n)
        return;

    const float4 *row = (const float4 *)(a + (size_t)i * pitch);
    float sum = 0;
    int l = 0;

    for (; l + 4 <= k; l += 4) {
        float4 x = row[l / 4];

        sum += x.x * b[l * n + j];
        sum += x.y * b[(l + 1) * n + j];
        sum += x.z * b[(l + 2) * n + j];
        sum += x.w * b[(l + 3) * n + j];
    }
    for (; l < k; l++)
        sum += a[(size_t)i * pitch + l] * b[l * n + j];
    c[i * n + j] = sum;
}

__global__ void by_ones(const float *a, const float *b, float *c, int m, int k,
                        int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m && j < n) {
        float sum = 0;

        for (int l = 0; l < k; l++)
            sum += a[i * k + l] * b[l * n + j];
        c[i * n + j] = sum;
    }
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    dim3 threads(32, 8);
    dim3 blocks((n + 31) / 32, (m + 7) / 8);
    int pitch = (k + 3) / 4 * 4;
    float *copy = NULL;
    cudaError_t err;

    if (m == 0 || n == 0)
        return cudaSuccess;
    if (pitch == k) {
        by_fours<<<blocks, threads>>>(d_a, k, d_b, d_c, m, k, n);
        return cudaGetLastError();
    }
    if (cudaMalloc((void **)&copy, (size_t)m * pitch * sizeof(float)) !=
        cudaSuccess) {
        cudaGetLastError(); /* no room: it works without, too */
        by_ones<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
        return cudaGetLastError();
    }
    err = cudaMemcpy2D(copy, pitch * sizeof(float), d_a, k * sizeof(float),
                       k * sizeof(float), m, cudaMemcpyDeviceToDevice);
    if (err != cudaSuccess) {
        cudaFree(copy);
        return err;
    }
    by_fours<<<blocks, threads>>>(copy, pitch, d_b, d_c, m, k, n);
    err = cudaGetLastError();
    if (err != cudaSuccess)
        return err;
    return cudaFree(copy);
}
