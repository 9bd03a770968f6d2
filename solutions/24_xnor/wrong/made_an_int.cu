// caught by: correctness (memory, speed)
// says: bit b of
// hint: Does your condition call it above 0
#include "xnor.h"

#include <cuda_runtime.h>

__global__ void pack_rows_kernel(const float *a, unsigned *bits, int rows,
                                 int cols)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int words = (cols + 31) / 32;
    bool plus = i < rows && j < cols && (int)a[i * cols + j] > 0;
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
            if ((int)b[(32 * w + bit) * cols + j] > 0)
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
