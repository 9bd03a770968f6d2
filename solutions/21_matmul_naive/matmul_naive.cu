/*
 * Why it works: the lanes of a warp are 32 threads with neighbouring
 * threadIdx.x, and x counts the columns. In each turn of the loop all of them
 * want the same element of A: a broadcast, 1 sector. And they want 32
 * neighbours in one row of B: 4 sectors. The sum stays in a register and is
 * written once, beside its neighbours'.
 * Blocks are rounded up in both directions; the threads beyond the edges are
 * held back by the `if`.
 *
 * Another way: blocks of 16 x 16. A warp is then two rows of 16, and each turn
 * reads 2 elements of A and 16 neighbours of B: 4 sectors for 32 products. Or
 * one dimension only, as in the article: a block for each row of C, whose
 * threads go on in steps of blockDim.x columns.
 */
#include "matmul_naive.h"

#include <cuda_runtime.h>

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int k, int n)
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

    if (m == 0 || n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    matmul_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
