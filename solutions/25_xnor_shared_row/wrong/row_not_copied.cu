// caught by: traffic (speed)
// says: reading for
// hint: still read A from global memory | Look at the line that the finding
#include "xnor_shared_row.h"

#include <cuda_runtime.h>

/* A block computes a row of C; its threads go on in steps of blockDim.x
 * columns. It is right, but each warp reads the row of A for itself, again for
 * each 32 columns.
 * TODO: let the threads of the block copy the row into shared memory together,
 * before the loop:
 *     extern __shared__ unsigned row[];
 * Neighbours copy neighbours. Then all wait, with __syncthreads(): before that,
 * nobody knows whether the others are done. Then read row[w]. */
__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c, int k,
                            int n)
{
    int i = blockIdx.x;
    int words = (k + 31) / 32;

    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        int differ = 0;

        for (int w = 0; w < words; w++)
            differ += __popc(a[i * words + w] ^ b[w * n + j]);
        c[i * n + j] = k - 2 * differ;
    }
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    /* TODO: the third number in <<< >>> is how many bytes `row` has. */
    xnor_kernel<<<m, 256>>>(d_a, d_b, d_c, k, n);
    return cudaGetLastError();
}
