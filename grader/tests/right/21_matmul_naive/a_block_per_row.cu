/* A block for each row, whose threads go on in steps of blockDim.x. */
#include "matmul_naive.h"

#include <cuda_runtime.h>

__global__ void mul(const float *a, const float *b, float *c, int k, int n)
{
    const float *row = a + (size_t)blockIdx.x * k;

    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        const float *p = b + j;
        float sum = 0;

        for (int l = 0; l < k; l++, p += n)
            sum += row[l] * *p;
        c[(size_t)blockIdx.x * n + j] = sum;
    }
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    if (m == 0 || n == 0)
        return 0;
    mul<<<m, 128>>>(d_a, d_b, d_c, k, n);
    return cudaGetLastError();
}
