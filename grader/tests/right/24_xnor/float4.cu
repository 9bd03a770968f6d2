/* A thread packs 32 floats of a row, four at a time where that is possible. */
#include "xnor.h"

#include <cuda_runtime.h>

__global__ void rows_kernel(const float *a, unsigned *bits, int rows, int cols)
{
    int words = (cols + 31) / 32;
    int t = blockIdx.x * blockDim.x + threadIdx.x;

    if (t >= rows * words)
        return;
    int i = t / words, begin = t % words * 32;
    const float *p = a + (size_t)i * cols + begin;
    unsigned word = 0;

    if (cols % 4 == 0) {
        for (int q = 0; q < 8 && begin + 4 * q < cols; q++) {
            float4 v = ((const float4 *)p)[q];

            word |= (v.x > 0) << (4 * q);
            word |= (v.y > 0) << (4 * q + 1);
            word |= (v.z > 0) << (4 * q + 2);
            word |= (unsigned)(v.w > 0) << (4 * q + 3);
        }
    } else {
        for (int b = 0; b < 32 && begin + b < cols; b++)
            if (p[b] > 0)
                word |= 1u << b;
    }
    bits[t] = word;
}

int pack_rows(const float *d_a, unsigned *d_bits, int rows, int cols)
{
    int words = (cols + 31) / 32 * rows;

    if (words == 0)
        return cudaSuccess;
    rows_kernel<<<(words + 63) / 64, 64>>>(d_a, d_bits, rows, cols);
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
