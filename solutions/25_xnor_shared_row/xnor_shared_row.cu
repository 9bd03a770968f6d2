/*
 * Why it works: a block computes a row of C. For all elements of it, it needs
 * the same row of A: so its threads copy that row into shared memory together,
 * neighbours copying neighbours, and wait for each other once. From then on
 * only B is read from global memory. In the loop all lanes want the same word
 * of the row: a broadcast, which has no bank conflict.
 * The row's size is known only when the kernel is launched: the third number
 * between <<< and >>> says how many bytes of shared memory each block gets.
 *
 * Another way: without shared memory, let a block do 8 rows, and each thread 8
 * sums of one column in registers. Then it is B that is read 8 times less, and
 * B is the larger part (lab 26).
 */
#include "xnor_shared_row.h"

#include <cuda_runtime.h>

__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c, int k,
                            int n)
{
    extern __shared__ unsigned row[];
    int i = blockIdx.x;
    int words = (k + 31) / 32;

    for (int w = threadIdx.x; w < words; w += blockDim.x)
        row[w] = a[i * words + w];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        int differ = 0;

        for (int w = 0; w < words; w++)
            differ += __popc(row[w] ^ b[w * n + j]);
        c[i * n + j] = k - 2 * differ;
    }
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    size_t row_bytes = (k + 31) / 32 * sizeof(unsigned);

    if (m == 0 || n == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    xnor_kernel<<<m, 256, row_bytes>>>(d_a, d_b, d_c, k, n);
    return cudaGetLastError();
}
