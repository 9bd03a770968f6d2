// caught by: race (correctness, memory, traffic)
// hint: where do all of them wait
#include "product.h"

#include <cuda_runtime.h>
#include <mma.h>

#define SIDE 64
#define TILE 16
#define BYTES 32
#define WARPS (SIDE / TILE)

using namespace nvcuda;

__device__ bool is_found(int dot, int power_a, int power_b)
{
    return (long long)(dot * dot) * 201224641 >
           (long long)(power_a * power_b) * 26224641;
}

__device__ int limit_of(int power_a, int power_b)
{
    unsigned long long both = power_a * power_b;

    return (int)(both * 26224641 / 201224641) + 1;
}

/* A thread brings half a row, and every second one its power. */
__device__ void bring(const signed char *rank, const int *power, int first,
                      int n, int4 *to, int *to_power)
{
    int t = threadIdx.x, row = first + t / 2;

    to[t] =
        row < n ? ((const int4 *)rank)[2 * row + t % 2] : make_int4(0, 0, 0, 0);
    if (t < SIDE)
        to_power[t] = first + t < n ? power[first + t] : 0;
}

__global__ void product_kernel(const signed char *rank, const int *power, int n,
                               int first, int end, unsigned long long *found)
{
    __shared__ int4 row_tile[SIDE * 2], col_tile[SIDE * 2];
    __shared__ int row_power[SIDE], col_power[SIDE];
    __shared__ int dots[WARPS][TILE * TILE];
    const signed char *rows = (const signed char *)row_tile;
    const signed char *cols = (const signed char *)col_tile;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int row = first + blockIdx.x * SIDE;
    unsigned long long mine = 0;
    wmma::fragment<wmma::matrix_a, TILE, TILE, TILE, signed char,
                   wmma::row_major>
        a[2];
    wmma::fragment<wmma::matrix_b, TILE, TILE, TILE, signed char,
                   wmma::col_major>
        b;
    wmma::fragment<wmma::accumulator, TILE, TILE, TILE, int> dot;

    bring(rank, power, row, n, row_tile, row_power);
    __syncthreads();
    for (int k = 0; k < 2; k++)
        wmma::load_matrix_sync(a[k], &rows[warp * TILE * BYTES + k * TILE],
                               BYTES);
    for (int col = row + blockIdx.y * SIDE; col < n; col += gridDim.y * SIDE) {
        bring(rank, power, col, n, col_tile, col_power);
        __syncthreads();
        for (int c = 0; c < SIDE; c += TILE) {
            wmma::fill_fragment(dot, 0);
            for (int k = 0; k < 2; k++) {
                wmma::load_matrix_sync(b, &cols[c * BYTES + k * TILE], BYTES);
                wmma::mma_sync(dot, a[k], b, dot);
            }
            int r1 = warp * TILE, r2 = r1 + TILE - 1, s2 = c + TILE - 1;
            if (row + r2 < end && row + r2 < col + c && col + s2 < n &&
                row_power[r1] == row_power[r2] &&
                col_power[c] == col_power[s2]) {
                int least = limit_of(row_power[r1], col_power[c]);

                for (int i = 0; i < dot.num_elements; i++)
                    mine += dot.x[i] * dot.x[i] >= least;
                continue;
            }
            wmma::store_matrix_sync(dots[warp], dot, TILE, wmma::mem_row_major);
            __syncwarp();
            for (int i = lane; i < TILE * TILE; i += 32) {
                int r = warp * TILE + i / TILE, s = c + i % TILE;

                mine += row + r < end && row + r < col + s &&
                        is_found(dots[warp][i], row_power[r], col_power[s]);
            }
            __syncwarp();
        } /* BUG: some warps still use these columns */
    }
    for (int apart = 16; apart > 0; apart /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, apart);
    if (lane == 0)
        atomicAdd(found, mine);
}

int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found)
{
    cudaError_t error = cudaMemsetAsync(d_found, 0, sizeof *d_found);

    if (error != cudaSuccess || rows == 0)
        return error;
    product_kernel<<<dim3((rows + SIDE - 1) / SIDE, 144), SIDE * 2>>>(
        d_rank, d_power, n, first, first + rows, d_found);
    return cudaGetLastError();
}
