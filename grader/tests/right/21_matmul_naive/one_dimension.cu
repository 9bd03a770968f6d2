/* All elements of C are numbered, and a thread has its number. */
#include "matmul_naive.h"

#include <cuda_runtime.h>

__global__ void mul(const float *__restrict__ a, const float *__restrict__ b,
                    float *__restrict__ c, int m, int k, int n)
{
    size_t all = (size_t)m * n;

    for (size_t e = blockIdx.x * (size_t)blockDim.x + threadIdx.x; e < all;
         e += (size_t)gridDim.x * blockDim.x) {
        int i = e / n, j = e % n;
        float end = 0;

#pragma unroll 4
        for (int l = 0; l < k; l++)
            end = fmaf(a[(size_t)i * k + l], b[(size_t)l * n + j], end);
        c[e] = end;
    }
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    mul<<<256, 256>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
