// caught by: memory
// hint: on which way out does it not free it
// A word of 0 for the edges is not freed if the launch fails.
#include "xnor_no_conflicts.h"

#include <cuda_runtime.h>

#define TILE 16

/* Words that are not there are read from *zero. */
__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c,
                            const unsigned *zero, int m, int k, int n)
{
    __shared__ unsigned tile_a[TILE][TILE], tile_b[TILE][TILE];
    int q = threadIdx.x, r = threadIdx.y;
    int j = blockIdx.x * TILE + q;
    int i = blockIdx.y * TILE + r;
    int words = (k + 31) / 32, differ = 0;

    for (int begin = 0; begin < words; begin += TILE) {
        const unsigned *from_a = zero, *from_b = zero;

        if (i < m && begin + q < words)
            from_a = &a[i * words + begin + q];
        if (begin + r < words && j < n)
            from_b = &b[(begin + r) * n + j];
        tile_a[r][q] = *from_a;
        tile_b[r][q] = *from_b;
        __syncthreads();
        for (int t = 0; t < TILE; t++)
            differ += __popc(tile_a[r][t] ^ tile_b[t][q]);
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = k - 2 * differ;
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    int words = (k + 31) / 32;
    dim3 threads(TILE, TILE);
    dim3 blocks((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    unsigned *zero = NULL;
    cudaError_t error;

    if (m == 0 || n == 0)
        return cudaSuccess;
    if (m % TILE || n % TILE || words % TILE) {
        error = cudaMalloc((void **)&zero, sizeof(*zero));
        if (error != cudaSuccess)
            return error;
        error = cudaMemset(zero, 0, sizeof(*zero));
        if (error != cudaSuccess) {
            cudaFree(zero);
            return error;
        }
    }
    xnor_kernel<<<blocks, threads>>>(d_a, d_b, d_c, zero, m, k, n);
    error = cudaGetLastError();
    if (error != cudaSuccess)
        return error;
    return cudaFree(zero); /* NULL is fine; waits for the kernel */
}
