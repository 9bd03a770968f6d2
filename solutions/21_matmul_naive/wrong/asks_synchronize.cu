// caught by: correctness
// says: does not tell of it
// hint: What does your function return if the launch does not work
/*
 * Lab 21, matmul_naive: C = A B, a thread for each element of C. README.md has
 * the task, matmul_naive.h the rules for matmul().
 */
#include "matmul_naive.h"

#include <cuda_runtime.h>

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int k, int n)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;

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
    dim3 blocks((n + threads.x - 1) / threads.x,
                (m + threads.y - 1) / threads.y);

    if (m == 0 || n == 0)
        return cudaSuccess;
    matmul_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaDeviceSynchronize();
}
