// caught by: correctness
// says: InvalidConfiguration
// hint: How far may y count
// Element by element, in blocks of 256 one below the other: gridDim.y ends at
// 65535, which is enough for the matrices that the author has tried.
#include "matmul_naive.h"

#include <cuda_runtime.h>

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int k, int n)
{
    int t = blockIdx.y * blockDim.x + threadIdx.x;
    int i = n ? t / n : 0, j = n ? t % n : 0;

    if (i < m && j < n) {
        float sum = 0;

        for (int l = 0; l < k; l++)
            sum += a[i * k + l] * b[l * n + j];
        c[i * n + j] = sum;
    }
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    dim3 threads(256);
    dim3 blocks(1, (m * n + 255) / 256);

    if (m == 0 || n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    matmul_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
