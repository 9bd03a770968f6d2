/* Words from tiles of cooperative groups; agreeing bits are counted. */
#include "xnor.h"

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void rows_kernel(const float *a, unsigned *bits, int rows, int cols)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int words = (cols + 31) / 32;
    int w = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    int j = 32 * w + tile.thread_rank();

    if (w >= words) /* all lanes or none */
        return;
    for (int i = blockIdx.y; i < rows; i += gridDim.y) {
        unsigned word = tile.ballot(j < cols && a[(size_t)i * cols + j] > 0.0f);

        if (tile.thread_rank() == 0)
            bits[(size_t)i * words + w] = word;
    }
}

int pack_rows(const float *d_a, unsigned *d_bits, int rows, int cols)
{
    if (rows && cols)
        rows_kernel<<<dim3((cols + 127) / 128, min(rows, 1000)), 128>>>(
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

__global__ void mul(const unsigned *__restrict__ a,
                    const unsigned *__restrict__ b, int *__restrict__ c, int m,
                    int k, int n)
{
    unsigned i = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned j = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned W = (k + 31) / 32, same = 0;

    if (i < m && j < n) {
        for (unsigned w = 0; w < W; w++)
            same += __popc(~(a[i * W + w] ^ b[w * n + j]));
        c[i * n + j] = 2 * (int)(same - (32 * W - k)) - k;
    }
}

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n)
{
    if (m && n)
        mul<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(d_a, d_b, d_c,
                                                                  m, k, n);
    return cudaGetLastError();
}
