/* A warp packs 32 words of a row; lane w keeps word w, and all write. */
#include "xnor.h"

#include <cuda_runtime.h>

__global__ void rows_kernel(const float *a, unsigned *bits, int rows, int cols)
{
    int words = (cols + 31) / 32, lane = threadIdx.x,
        i = blockIdx.y * 4 + threadIdx.y;
    unsigned mine = 0;

    if (i >= rows)
        return;
    for (int w = 0; w < 32 && 32 * blockIdx.x + w < words; w++) {
        int j = 32 * (32 * blockIdx.x + w) + lane;
        bool plus = j < cols ? a[(size_t)i * cols + j] > 0 : false;
        unsigned word = __ballot_sync(0xffffffff, plus);

        mine = w == lane ? word : mine;
    }
    if (32 * blockIdx.x + lane < words)
        bits[(size_t)i * words + 32 * blockIdx.x + lane] = mine;
}

int pack_rows(const float *d_a, unsigned *d_bits, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return 0;
    rows_kernel<<<dim3((cols + 1023) / 1024, (rows + 3) / 4), dim3(32, 4)>>>(
        d_a, d_bits, rows, cols);
    return cudaGetLastError();
}

__global__ void columns_kernel(const float *b, unsigned *bits, int rows,
                               int cols)
{
    size_t all = (size_t)((rows + 31) / 32) * cols;

    for (size_t e = blockIdx.x * blockDim.x + threadIdx.x; e < all;
         e += gridDim.x * blockDim.x) {
        int w = e / cols, j = e % cols;
        unsigned x = 0;

        for (int r = min(rows, 32 * w + 32) - 1; r >= 32 * w; r--)
            x = x << 1 | (b[(size_t)r * cols + j] > 0);
        bits[e] = x;
    }
}

int pack_columns(const float *d_b, unsigned *d_bits, int rows, int cols)
{
    columns_kernel<<<100, 128>>>(d_b, d_bits, rows, cols);
    return cudaGetLastError();
}

__global__ void mul(const unsigned *a, const unsigned *b, int *c, int m, int k,
                    int n)
{
    int j = blockIdx.x * 64 + threadIdx.x, i = blockIdx.y, W = (k + 31) >> 5;
    int differ = 0;

    if (j >= n)
        return;
    for (int w = 0; w < W; ++w)
        differ += __popc(a[(size_t)i * W + w] ^ b[(size_t)w * n + j]);
    c[(size_t)i * n + j] = k - 2 * differ;
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    if (m == 0 || n == 0)
        return cudaSuccess;
    mul<<<dim3((n + 63) / 64, m), 64>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
