// caught by: correctness
// says: 4111
// hint: Who does the rest
// A grid of 65535 blocks at most, but no loop for what they cannot reach.
#include "matmul_naive.h"

#include <cuda_runtime.h>

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int k, int n)
{
    long at = (long)blockIdx.x * blockDim.x + threadIdx.x;
    int i = (int)(at / n), j = (int)(at % n);

    if (i < m) {
        float sum = 0;

        for (int l = 0; l < k; l++)
            sum += a[i * k + l] * b[l * n + j];
        c[i * n + j] = sum;
    }
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    long blocks = ((long)m * n + 255) / 256;

    if (m == 0 || n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    matmul_kernel<<<(unsigned)(blocks < 65535 ? blocks : 65535), 256>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
