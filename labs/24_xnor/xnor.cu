/*
 * Lab 24, xnor: +1 and -1 as bits, and their product. README.md has the task,
 * xnor.h the rules for the three functions.
 */
#include "xnor.h"

#include <cuda_runtime.h>

/* TODO: right only if cols is a multiple of 32. Otherwise the last word takes
 * in numbers that belong to the next row, or to nobody.
 * TODO: each thread walks through its own 32 floats, so neighbouring threads
 * read 32 floats apart. Let a warp make a word together: lane b reads float b,
 * and __ballot_sync(0xffffffff, condition) gives all lanes a word whose bit b
 * says whether the condition holds for lane b. Call it where all 32 lanes come
 * by, also those beyond the end of the row, whose bit is 0. */
__global__ void pack_rows_kernel(const float *a, unsigned *bits, int rows,
                                 int cols)
{
    int w = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int words = (cols + 31) / 32;

    if (i < rows && w < words) {
        unsigned word = 0;

        for (int b = 0; b < 32; b++)
            if (a[i * cols + 32 * w + b] > 0)
                word |= 1u << b;
        bits[i * words + w] = word;
    }
}

int pack_rows(const float *d_a, unsigned *d_bits, int rows, int cols)
{
    int words = (cols + 31) / 32;
    dim3 threads(32, 8);
    dim3 blocks((words + 31) / 32, (rows + 7) / 8);

    if (rows == 0 || cols == 0)
        return cudaSuccess;
    pack_rows_kernel<<<blocks, threads>>>(d_a, d_bits, rows, cols);
    return cudaGetLastError();
}

/* TODO: a thread for each word of each column. Neighbours should read
 * neighbours: here a thread that walks down its own 32 floats is fine. Why? */
int pack_columns(const float *d_b, unsigned *d_bits, int rows, int cols)
{
    (void)d_b;
    (void)d_bits;
    (void)rows;
    (void)cols;
    return cudaSuccess;
}

/* TODO: __popc(x) counts the bits that are 1, and x ^ y has a 1 where x and y
 * differ. What is the sum of k products, if `differ` of them are -1? And bits
 * that are unused are 0 in both: do they differ? */
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
        c[i * n + j] = differ;
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
