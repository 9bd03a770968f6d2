/* The sums begin with the bits of 12582912, a float whose neighbours are 1
 * apart: then their bits are 12582912 + dot. The square less the limit, cut to
 * 0 .. 1, is what is found. Rows that are missing are zeros in shared memory,
 * and where powers differ or a pair may be none, the tile goes there, too. */
#include "product.h"

#include <cuda_runtime.h>
#include <mma.h>

namespace
{

constexpr int tile = 16, bytes = 32, warps = 4, side = 2 * warps * tile;
constexpr int begin_bits = 0x4B400000;

using namespace nvcuda;
using Rows = wmma::fragment<wmma::matrix_a, tile, tile, tile, signed char,
                            wmma::row_major>;
using Columns = wmma::fragment<wmma::matrix_b, tile, tile, tile, signed char,
                               wmma::col_major>;
using Dots = wmma::fragment<wmma::accumulator, tile, tile, tile, int>;

__device__ long long least_square(int power_a, int power_b)
{
    return 26224641ll * power_a * power_b / 201224641 + 1;
}

/* 128 rows; 16 bytes a thread, twice. */
__device__ void fill(int4 *to, int *to_power, const signed char *rank,
                     const int *power, int first, int n)
{
    for (int i = threadIdx.x; i < 2 * side; i += warps * 32) {
        long long at = 2ll * first + i;

        to[i] = at < 2ll * n ? ((const int4 *)rank)[at] : int4{};
    }
    to_power[threadIdx.x] =
        first + (int)threadIdx.x < n ? power[first + threadIdx.x] : 0;
}

__global__ void compare(const signed char *rank, const int *power, int n,
                        int first, int end, unsigned long long *found)
{
    __shared__ int4 row_bytes[2 * side], col_bytes[2 * side];
    __shared__ int row_power[side], col_power[side], dots[warps][tile * tile];
    const auto *rows = (const signed char *)row_bytes;
    const auto *cols = (const signed char *)col_bytes;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int top = first + blockIdx.x * side;
    unsigned long long mine = 0;
    Rows a[2][2];

    fill(row_bytes, row_power, rank, power, top, n);
    __syncthreads();
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < 2; k++)
            wmma::load_matrix_sync(
                a[t][k], rows + (2 * warp + t) * tile * bytes + k * tile,
                bytes);

    for (int left = top; left < n; left += side) {
        __syncthreads();
        fill(col_bytes, col_power, rank, power, left, n);
        __syncthreads();
        float sum = 0;
        for (int c = 0; c < side; c += tile) {
            Columns b[2];

            for (int k = 0; k < 2; k++)
                wmma::load_matrix_sync(b[k], cols + c * bytes + k * tile,
                                       bytes);
            for (int t = 0; t < 2; t++) {
                const int r = (2 * warp + t) * tile;
                const int last_r = r + tile - 1, last_c = c + tile - 1;
                const bool simple = top + last_r < min(end, left + c) &&
                                    row_power[r] == row_power[last_r] &&
                                    col_power[c] == col_power[last_c];
                Dots dot;

                wmma::fill_fragment(dot, simple ? begin_bits : 0);
                wmma::mma_sync(dot, a[t][0], b[0], dot);
                wmma::mma_sync(dot, a[t][1], b[1], dot);
                if (simple) {
                    float less = 1 - least_square(row_power[r], col_power[c]);

                    for (int i = 0; i < dot.num_elements; i++) {
                        float d = __int_as_float(dot.x[i]) -
                                  __int_as_float(begin_bits);

                        sum += __saturatef(fmaf(d, d, less));
                    }
                    continue;
                }
                wmma::store_matrix_sync(dots[warp], dot, tile,
                                        wmma::mem_row_major);
                __syncwarp();
                for (int i = lane; i < tile * tile; i += 32) {
                    const int y = r + i / tile, x = c + i % tile;
                    const long long d = dots[warp][i];

                    if (top + y < end && top + y < left + x)
                        mine +=
                            d * d >= least_square(row_power[y], col_power[x]);
                }
                __syncwarp();
            }
        }
        mine += (unsigned)sum;
    }
    for (int apart = 16; apart > 0; apart /= 2)
        mine += __shfl_down_sync(~0u, mine, apart);
    if (lane == 0 && mine != 0)
        atomicAdd(found, mine);
}

} // namespace

int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found)
{
    const cudaError_t cleared = cudaMemsetAsync(d_found, 0, sizeof *d_found);

    if (cleared != cudaSuccess)
        return cleared;
    if (rows > 0)
        compare<<<(rows + side - 1) / side, warps * 32>>>(
            d_rank, d_power, n, first, first + rows, d_found);
    return cudaGetLastError();
}
