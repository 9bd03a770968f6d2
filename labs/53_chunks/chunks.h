/*
 * chunks.h - the contract of lab 53: all pairs of correlated rows of a matrix
 * that does not fit on the device. The kernel is given.
 * Source: article 6, on Spearman's rank correlation of all pairs of rows,
 * section "CUDA方案" (the CUDA solution), its second program.
 */
#ifndef CHUNKS_H
#define CHUNKS_H

#ifdef __cplusplus
extern "C" {
#endif

struct pair {
    int row, col; /* row < col */
    int dot;      /* sum of the products of the two rows' rank numbers */
};

/*
 * Finds all pairs of rows row < col that are correlated, as pairs_between()
 * below finds them.
 *   rank           n rows of 32 bytes: the rank numbers of a row, and two
 *                  zeros, as lab 51 makes them
 *   power          n ints, the sums of the squares of each row
 *   n              0 .. 2^26; 0 and 1 are no error and have no pairs
 *   rows_at_once   2 or more: the device has memory for so many rows in all, 36
 *                  bytes each (32 of rank, 4 of power)
 *   pairs_at_once  1 or more: and for so many found pairs, 12 bytes each; and
 *                  64 KB more for a count and what allocations are rounded up
 *                  to
 *   pair           room for so many pairs: those that are found, each once, in
 *                  any order; if more are found than there is room for, any of
 *                  them; what is behind them stays as it is
 *   room           0 or more
 *   count          how many pairs are found, also if that is more than room
 * All four arrays are in the host's memory. row and col are numbers of rows of
 * the whole matrix. pair and count hold anything when the call begins. How the
 * matrix is cut is yours to choose.
 * When it returns, all results are there, and memory that it allocates is free
 * again, also after an error; cudaFreeAsync() is enough, without waiting for it.
 * Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed;
 * then the results may be anything.
 */
int pairs_in_chunks(const signed char *rank, const int *power, int n,
                    int rows_at_once, int pairs_at_once, struct pair *pair,
                    long long room, long long *count);

#ifdef __cplusplus
}
#endif

#ifdef __CUDACC__
#include <cuda_runtime.h>

/* Rows that lie one behind the other in the device's memory. */
struct chunk {
    signed char *rank; /* 32 bytes for each of them, on a multiple of 16 */
    int *power;
    int first; /* the first one's number in the whole matrix */
    int n;     /* how many they are */
};

enum { TILE_SIDE = 32, TILE_WARPS = 8, ROW_WORDS = 8 };

[[maybe_unused]] static __global__ void __launch_bounds__(TILE_SIDE *TILE_WARPS)
    compare_chunks(struct chunk rows, struct chunk cols, struct pair *pair,
                   int room, unsigned long long *count)
{
    __shared__ int tile[TILE_SIDE][ROW_WORDS], powers[TILE_SIDE];
    int warp = threadIdx.y, lane = threadIdx.x;
    int tid = warp * TILE_SIDE + lane, step = gridDim.y * TILE_SIDE;
    int last_col = blockIdx.x * TILE_SIDE + TILE_SIDE - 1;
    int col = blockIdx.x * TILE_SIDE + lane, power = 0, mine[ROW_WORDS] = {};

    if (col < cols.n) {
        power = cols.power[col];
#pragma unroll
        for (int k = 0; k < ROW_WORDS; k++)
            mine[k] = ((const int *)cols.rank)[(size_t)col * ROW_WORDS + k];
    }
    /* Tiles below the diagonal have no pairs. */
    for (int first = blockIdx.y * TILE_SIDE;
         first < rows.n && rows.first + first < cols.first + last_col;
         first += step) {
        int here = min(TILE_SIDE, rows.n - first);

        __syncthreads(); /* all have used the last tile */
        if (tid < here * ROW_WORDS)
            tile[tid / ROW_WORDS][tid % ROW_WORDS] =
                ((const int *)rows.rank)[(size_t)first * ROW_WORDS + tid];
        if (tid < here)
            powers[tid] = rows.power[first + tid];
        __syncthreads();
        /* One atomic operation for what a thread has found in this tile. */
        int dot[TILE_SIDE / TILE_WARPS] = {};
        unsigned found = 0;
#pragma unroll
        for (int i = 0; i < TILE_SIDE / TILE_WARPS; i++) {
            int r = warp + i * TILE_WARPS;

            if (r >= here || rows.first + first + r >= cols.first + col)
                continue;
#pragma unroll
            for (int k = 0; k < ROW_WORDS; k++)
                dot[i] = __dp4a(tile[r][k], mine[k], dot[i]);
            if ((long long)(dot[i] * dot[i]) * 201224641 >
                (long long)(powers[r] * power) * 26224641)
                found |= 1u << i;
        }
        if (found) {
            unsigned long long place =
                atomicAdd(count, (unsigned long long)__popc(found));

#pragma unroll
            for (int i = 0; i < TILE_SIDE / TILE_WARPS; i++)
                if (found >> i & 1) {
                    if (place < (unsigned long long)room)
                        pair[place] = {rows.first + first + warp +
                                           i * TILE_WARPS,
                                       cols.first + col, dot[i]};
                    place++;
                }
        }
    }
}

/* Launches a kernel that finds the pairs of a row of `rows` and a row of
 * `cols`, exactly by the rule of lab 52, but only those with row < col: of a
 * chunk and itself each pair comes once. Their row and col are the numbers in
 * the whole matrix, by first. The first `room` of them (1 or more) are stored
 * in d_pair; how many there are, also if they are more than room, is added to
 * *d_count. Does not wait. Returns 0 or what cudaGetLastError() says. */
[[maybe_unused]] static cudaError_t pairs_between(struct chunk rows,
                                                  struct chunk cols,
                                                  struct pair *d_pair, int room,
                                                  long long *d_count)
{
    dim3 blocks((cols.n + TILE_SIDE - 1) / TILE_SIDE,
                min((rows.n + TILE_SIDE - 1) / TILE_SIDE, 65535));

    if (rows.n == 0 || cols.n == 0)
        return cudaSuccess;
    compare_chunks<<<blocks, dim3(TILE_SIDE, TILE_WARPS)>>>(
        rows, cols, d_pair, room, (unsigned long long *)d_count);
    return cudaGetLastError();
}
#endif
#endif
