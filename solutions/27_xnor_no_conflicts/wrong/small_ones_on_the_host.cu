// caught by: traffic
// says: of 1 x 1 and 1 x 1
// hint: for the sizes that the finding names
// What is small is not worth a launch, and is computed by the host.
#include "xnor_no_conflicts.h"

#include <cuda_runtime.h>

#define TILE 16
#define FEW 64
#define SHORT 4

__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c, int m,
                            int k, int n)
{
    __shared__ unsigned tile_a[TILE][TILE], tile_b[TILE][TILE];
    int q = threadIdx.x, r = threadIdx.y; /* column and row in the tile */
    int j = blockIdx.x * TILE + q;
    int i = blockIdx.y * TILE + r;
    int words = (k + 31) / 32, differ = 0;

    for (int begin = 0; begin < words; begin += TILE) {
        bool in_a = i < m && begin + q < words;
        bool in_b = begin + r < words && j < n;

        tile_a[r][q] = in_a ? a[i * words + begin + q] : 0;
        tile_b[r][q] = in_b ? b[(begin + r) * n + j] : 0;
        __syncthreads();
        for (int t = 0; t < TILE; t++)
            differ += __popc(tile_a[r][t] ^ tile_b[t][q]);
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = k - 2 * differ;
}

/* A launch is not worth it for a handful of words. */
static int small_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c,
                        int m, int k, int n)
{
    unsigned a[FEW * SHORT], b[FEW * SHORT];
    int c[FEW], words = (k + 31) / 32;
    cudaError_t error = cudaSuccess;

    if (words > 0) {
        error = cudaMemcpy(a, d_a, sizeof(*a) * m * words,
                           cudaMemcpyDeviceToHost);
        if (error == cudaSuccess)
            error = cudaMemcpy(b, d_b, sizeof(*b) * words * n,
                               cudaMemcpyDeviceToHost);
        if (error != cudaSuccess)
            return error;
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            int differ = 0;

            for (int w = 0; w < words; w++)
                for (unsigned x = a[i * words + w] ^ b[w * n + j]; x;
                     x &= x - 1)
                    differ++;
            c[i * n + j] = k - 2 * differ;
        }
    return cudaMemcpy(d_c, c, sizeof(*c) * m * n, cudaMemcpyHostToDevice);
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    dim3 threads(TILE, TILE);
    dim3 blocks((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);

    if (m == 0 || n == 0)
        return cudaSuccess;
    if (m <= FEW && n <= FEW && m * n <= FEW && k <= SHORT * 32)
        return small_matmul(d_a, d_b, d_c, m, k, n);
    xnor_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
