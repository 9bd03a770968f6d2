// caught by: memory (correctness, race, traffic, speed)
// says: shared
// hint: how many bytes is one of them
#include "matmul_shared_row.h"

#include <cuda_runtime.h>

#define THREADS 256

__global__ void matmul_kernel(const float *a, const float *b, float *c, int k,
                              int n)
{
    extern __shared__ float row[];
    int i = blockIdx.x;

    for (int l = threadIdx.x; l < k; l += blockDim.x)
        row[l] = a[i * k + l];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float sum = 0;

        for (int l = 0; l < k; l++)
            sum += row[l] * b[l * n + j];
        c[i * n + j] = sum;
    }
}

int matmul(const float *d_a, const float *d_b, float *d_c, int m, int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    matmul_kernel<<<m, THREADS, k>>>(d_a, d_b, d_c, k, n);
    return cudaGetLastError();
}
