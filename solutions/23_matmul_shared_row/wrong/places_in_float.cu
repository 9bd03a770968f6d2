// caught by: correctness (memory)
// hint: where row i begins
// Where row i begins is computed in float, which cannot count beyond 2^24.
#include "matmul_shared_row.h"

#include <cuda_runtime.h>

#define THREADS 256

__device__ inline int start(float rows, float length)
{
    return (int)(rows * length);
}

__global__ void matmul_kernel(const float *a, const float *b, float *c, int k,
                              int n)
{
    extern __shared__ float row[];
    const float *from = a + start(blockIdx.x, k);
    float *to = c + start(blockIdx.x, n);

    for (int l = threadIdx.x; l < k; l += THREADS)
        row[l] = from[l];
    __syncthreads();

    for (int j = threadIdx.x; j < n; j += THREADS) {
        float sum = 0;

        for (int l = 0; l < k; l++)
            sum += row[l] * b[l * n + j];
        to[j] = sum;
    }
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    matmul_kernel<<<m, THREADS, k * sizeof(float)>>>(d_a, d_b, d_c, k, n);
    return cudaGetLastError();
}
