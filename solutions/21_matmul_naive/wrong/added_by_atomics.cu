// caught by: traffic (speed)
// says: changed by atomic operations
// hint: How often does one thread touch its element of C
#include "matmul_naive.h"

#include <cuda_runtime.h>

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int k, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= m || j >= n)
        return;
    c[(size_t)i * n + j] = 0;
    for (int l = 0; l < k; l++)
        atomicAdd(&c[(size_t)i * n + j], // <- here
                  a[(size_t)i * k + l] * b[(size_t)l * n + j]);
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    dim3 threads(32, 8);
    dim3 blocks((n + threads.x - 1) / threads.x,
                (m + threads.y - 1) / threads.y);

    if (m == 0 || n == 0)
        return cudaSuccess;
    matmul_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
