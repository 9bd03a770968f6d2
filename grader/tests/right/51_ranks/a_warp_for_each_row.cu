// Rows come in together; then a warp ranks one row after the other, a lane for
// each number, and lane r keeps the power of row r.
#include "ranks.h"

#include <cuda_runtime.h>

enum { WARPS = 8, ROWS_OF_WARP = 8, ROWS = WARPS * ROWS_OF_WARP, COLS = 30 };

__global__ void rank_by_warps(const int4 *x, int n, signed char *rank,
                              int *power)
{
    __shared__ int4 pieces[ROWS * COLS / 4];
    const int *tile = (const int *)pieces;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int first = blockIdx.x * ROWS, kept = 0;
    int ints = min(ROWS, n - first) * COLS, from = first * COLS / 4;

    for (int i = threadIdx.x; i < ints / 4; i += blockDim.x)
        pieces[i] = x[from + i];
    if (threadIdx.x < ints % 4) {
        int at = ints / 4 * 4 + threadIdx.x;

        ((int *)pieces)[at] = ((const int *)x)[first * COLS + at];
    }
    __syncthreads();
    for (int r = 0; r < ROWS_OF_WARP; r++) {
        int row = warp * ROWS_OF_WARP + r;

        if (first + row >= n)
            break;
        int mine = lane < COLS ? tile[row * COLS + lane] : 0, number = 0;
        for (int k = 0; k < COLS; k++) {
            int other = __shfl_sync(~0u, mine, k);

            number += (other < mine) - (other > mine);
        }
        if (lane >= COLS)
            number = 0;
        rank[32 * (first + row) + lane] = (signed char)number;
        int sum = __reduce_add_sync(~0u, number * number);
        if (lane == r)
            kept = sum;
    }
    int row = first + warp * ROWS_OF_WARP + lane;
    if (lane < ROWS_OF_WARP && row < n)
        power[row] = kept;
}

int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    if (n <= 0)
        return cudaSuccess;
    rank_by_warps<<<(n + ROWS - 1) / ROWS, 32 * WARPS>>>((const int4 *)d_x, n,
                                                         d_rank, d_power);
    return cudaGetLastError();
}
