// caught by: speed
// says: too slow
// hint: Do all multiprocessors have work
#include "matmul_naive.h"

#include <cuda_runtime.h>

/* The threads of one block go over all of C. Right, and not a sector too many,
 * but all other multiprocessors look on. */
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int k, int n)
{
    for (int i = threadIdx.y; i < m; i += blockDim.y)
        for (int j = threadIdx.x; j < n; j += blockDim.x) {
            float sum = 0;

            for (int l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * n + j];
            c[i * n + j] = sum;
        }
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    matmul_kernel<<<1, dim3(32, 32)>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
