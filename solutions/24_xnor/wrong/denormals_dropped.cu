// caught by: correctness
// hint: Does your condition call it above 0
// What is below FLT_MIN counts as 0, though it is above 0.
#include "xnor.h"

#include <cfloat>

#include <cuda_runtime.h>

__global__ void packRows(const float *__restrict__ a,
                         unsigned *__restrict__ bits, int cols)
{
    const int words = (cols + 31) / 32;
    const int w = blockIdx.y * (blockDim.x / 32) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const float *row = a + (size_t)blockIdx.x * cols;

    if (w >= words) return; // whole warps only
    const int x = 32 * w + lane;
    const unsigned word = __ballot_sync(0xffffffffu, x < cols && row[x] > 0.0f);
    if (lane == 0) bits[(size_t)blockIdx.x * words + w] = word;
}

int pack_rows(const float *d_a, unsigned *d_bits, int rows, int cols)
{
    if (rows == 0 || cols == 0) return 0;
    const int words = (cols + 31) / 32;
    packRows<<<dim3(rows, (words + 7) / 8), 256>>>(d_a, d_bits, cols);
    return cudaGetLastError();
}

__global__ void packColumns(const float *__restrict__ b,
                            unsigned *__restrict__ bits, int rows, int cols)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int w = blockIdx.y;

    if (j >= cols) return;
    const int used = rows - 32 * w < 32 ? rows - 32 * w : 32;
    const float *p = b + (size_t)32 * w * cols + j;
    unsigned word = 0;
    for (int bit = 0; bit < used; bit++, p += cols)
        word |= (unsigned)(*p >= FLT_MIN) << bit;
    bits[(size_t)w * cols + j] = word;
}

int pack_columns(const float *d_b, unsigned *d_bits, int rows, int cols)
{
    if (rows == 0 || cols == 0) return 0;
    packColumns<<<dim3((cols + 255) / 256, (rows + 31) / 32), 256>>>(
        d_b, d_bits, rows, cols);
    return cudaGetLastError();
}

__global__ void product(const unsigned *__restrict__ a,
                        const unsigned *__restrict__ b, int *__restrict__ c,
                        int m, int k, int n)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x;
    const int i = blockIdx.y * blockDim.y + threadIdx.y;

    if (i >= m || j >= n) return;
    const int words = (k + 31) / 32;
    const unsigned *pa = a + (size_t)i * words, *pb = b + j;
    int sum = k;
    for (int w = 0; w < words; w++, pb += n)
        sum -= 2 * __popc(pa[w] ^ *pb);
    c[(size_t)i * n + j] = sum;
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    if (m == 0 || n == 0) return 0;
    product<<<dim3((n + 63) / 64, (m + 3) / 4), dim3(64, 4)>>>(d_a, d_b, d_c, m,
                                                               k, n);
    return cudaGetLastError();
}
