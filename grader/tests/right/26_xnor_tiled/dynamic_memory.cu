/* Both tiles in one piece of dynamic shared memory; x is the row. */
#include "xnor_tiled.h"

#include <cuda_runtime.h>

extern __shared__ unsigned end[];

__global__ void mul(const unsigned *a, const unsigned *b, int *c, int m, int k,
                    int n, int side)
{
    unsigned *ta = end, *tb = end + side * side;
    int r = threadIdx.x, q = threadIdx.y;
    int row = blockIdx.x * side + r, column = blockIdx.y * side + q;
    int words = (k + 31) / 32, sum = 0;

    for (int step = 0; step < words; step += side) {
        ta[r * side + q] = 0;
        tb[r * side + q] = 0;
        if (row < m && step + q < words)
            ta[r * side + q] = a[row * words + step + q];
        if (column < n && step + r < words)
            tb[r * side + q] = b[(step + r) * n + column];
        __syncthreads();
        for (int t = 0; t < side; t++)
            sum += __popc(*(ta + r * side + t) ^ *(tb + t * side + q));
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = k - sum - sum;
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    int side = 16;

    if (m == 0 || n == 0)
        return cudaSuccess;
    mul<<<dim3((m + 15) / side, (n + 15) / side), dim3(side, side),
          2 * side * side * sizeof(unsigned)>>>(d_a, d_b, d_c, m, k, n, side);
    return cudaGetLastError();
}
