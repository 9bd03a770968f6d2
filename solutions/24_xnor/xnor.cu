/*
 * Why it works: a product of two signs is -1 where they differ. As bits,
 * a ^ b has a 1 there, and __popc() counts 32 of them at once. Of k products
 * `differ` are -1 and k - differ are +1: the sum is k - 2 * differ. Unused bits
 * are 0 on both sides, never differ, and so need no correction.
 * Packing rows, a warp makes a word: its lanes read 32 neighbouring floats, and
 * __ballot_sync() puts their 32 conditions into a word, lane b's into bit b.
 * All lanes take part, also those beyond the end of the row, with a 0. Packing
 * columns, the 32 floats of a word lie below each other; there a thread makes
 * a word, and neighbouring threads read neighbouring floats anyhow.
 *
 * Another way: let a warp pack 32 words of a row, one after the other, lane w
 * keep word w, and all lanes write at last: 4 sectors written for 32 words, not
 * 32. Writing is 1/32 of reading in bytes, though. Or let a thread read its 32
 * floats as 8 float4: it reads every sector twice.
 */
#include "xnor.h"

#include <cuda_runtime.h>

__global__ void pack_rows_kernel(const float *a, unsigned *bits, int rows,
                                 int cols)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int words = (cols + 31) / 32;
    bool plus = i < rows && j < cols && a[i * cols + j] > 0;
    unsigned word = __ballot_sync(0xffffffff, plus);

    if (threadIdx.x == 0 && i < rows)
        bits[i * words + blockIdx.x] = word; /* a block is one word wide */
}

int pack_rows(const float *d_a, unsigned *d_bits, int rows, int cols)
{
    dim3 threads(32, 8);
    dim3 blocks((cols + 31) / 32, (rows + 7) / 8);

    if (rows == 0 || cols == 0)
        return cudaSuccess; /* a launch of no blocks would be an error */
    pack_rows_kernel<<<blocks, threads>>>(d_a, d_bits, rows, cols);
    return cudaGetLastError();
}

__global__ void pack_columns_kernel(const float *b, unsigned *bits, int rows,
                                    int cols)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int w = blockIdx.y;

    if (j < cols) {
        unsigned word = 0;

        for (int bit = 0; bit < 32 && 32 * w + bit < rows; bit++)
            if (b[(32 * w + bit) * cols + j] > 0)
                word |= 1u << bit;
        bits[w * cols + j] = word;
    }
}

int pack_columns(const float *d_b, unsigned *d_bits, int rows, int cols)
{
    dim3 blocks((cols + 255) / 256, (rows + 31) / 32);

    if (rows == 0 || cols == 0)
        return cudaSuccess;
    pack_columns_kernel<<<blocks, 256>>>(d_b, d_bits, rows, cols);
    return cudaGetLastError();
}

__global__ void xnor_kernel(const unsigned *a, const unsigned *b, int *c, int m,
                            int k, int n)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int words = (k + 31) / 32;

    if (i < m && j < n) {
        int differ = 0;

        for (int w = 0; w < words; w++)
            differ += __popc(a[i * words + w] ^ b[w * n + j]);
        c[i * n + j] = k - 2 * differ;
    }
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    dim3 threads(32, 8);
    dim3 blocks((n + 31) / 32, (m + 7) / 8);

    if (m == 0 || n == 0)
        return cudaSuccess;
    xnor_kernel<<<blocks, threads>>>(d_a, d_b, d_c, m, k, n);
    return cudaGetLastError();
}
