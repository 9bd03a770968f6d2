/*
 * Why it works: a number's rank number is how many of its row are smaller, less
 * how many are larger. So each pair of numbers is compared once: the larger one
 * gets 1, the smaller one loses 1, and equal ones get nothing. Nobody sorts,
 * nobody takes a difference that might not fit into an int, and nothing is
 * divided: twice the average rank of ties comes out by itself.
 *
 * Why it moves so little:
 * - Neighbouring threads read neighbouring numbers, whatever row these belong
 *   to, and put them into shared memory: 3.75 sectors a row, the least. Then
 *   each thread takes a row of its own out of it, two numbers at a time. A row
 *   is 15 int2, and 15 and the 16 pairs of banks have no divisor in common: the
 *   16 lanes of a half warp find all banks, once each.
 * - All 30 numbers and all 30 rank numbers are in registers. Registers have no
 *   index: so every index must be a constant, which the unrolled loops see to.
 * - A row's 32 bytes are two uint4, and would be stored as half a sector now
 *   and half a sector later. So two neighbours, who have two rows, exchange:
 *   one of them gets the lower halves, the other one the upper ones, and in one
 *   request 16 pairs store 16 whole sectors.
 *
 * Another way: eight threads a row, each of which ranks four numbers and stores
 * these as one word. Then words lie in memory as threads lie in the grid, no
 * exchange is needed, and three shuffles add up the power; but each pair is
 * compared twice, and each thread takes all of the row from shared memory.
 */
#include "ranks.h"

#include <cuda_runtime.h>

#define COLS 30
#define PAIRS (COLS / 2)
#define WORDS 8  /* for the rank numbers of a row */
#define ROWS 128 /* of a block, one for each thread */

/* Four bytes, the first of them the lowest. */
__device__ unsigned pack(int a, int b, int c, int d)
{
    return (a & 255u) | (b & 255u) << 8 | (c & 255u) << 16 | (d & 255u) << 24;
}

/* The rank numbers of a row and two zeros, four to a word; returns the row's
 * power. */
__device__ int rank_row(const int2 *x, unsigned *word)
{
    int v[COLS], rank[4 * WORDS] = {}, power = 0;

#pragma unroll
    for (int k = 0; k < PAIRS; k++) {
        int2 two = x[k];

        v[2 * k] = two.x;
        v[2 * k + 1] = two.y;
    }
#pragma unroll
    for (int j = 1; j < COLS; j++)
#pragma unroll
        for (int k = 0; k < j; k++) {
            int sign = v[j] > v[k] ? 1 : v[j] < v[k] ? -1 : 0;

            rank[j] += sign;
            rank[k] -= sign;
        }
#pragma unroll
    for (int k = 0; k < COLS; k++)
        power += rank[k] * rank[k];
#pragma unroll
    for (int w = 0; w < WORDS; w++)
        word[w] = pack(rank[4 * w], rank[4 * w + 1], rank[4 * w + 2],
                       rank[4 * w + 3]);
    return power;
}

__global__ void __launch_bounds__(ROWS)
    ranks_kernel(const int2 *x, int n, uint4 *rank, int *power)
{
    __shared__ int2 tile[ROWS * PAIRS];
    int first = blockIdx.x * ROWS, tid = threadIdx.x, row = first + tid;
    int here = min(ROWS, n - first); /* rows of this block */
    unsigned word[WORDS] = {};

    for (int i = tid; i < here * PAIRS; i += ROWS)
        tile[i] = x[first * PAIRS + i];
    __syncthreads();
    if (row < n)
        power[row] = rank_row(&tile[tid * PAIRS], word);

    /* All lanes come to the shuffles, also those that have no row. */
    int odd = tid % 2;
    uint4 low = make_uint4(word[0], word[1], word[2], word[3]);
    uint4 high = make_uint4(word[4], word[5], word[6], word[7]);
    uint4 mine = odd ? high : low, other = odd ? low : high;
    other.x = __shfl_xor_sync(0xffffffff, other.x, 1);
    other.y = __shfl_xor_sync(0xffffffff, other.y, 1);
    other.z = __shfl_xor_sync(0xffffffff, other.z, 1);
    other.w = __shfl_xor_sync(0xffffffff, other.w, 1);
    int even_row = row - odd;
    if (even_row < n)
        rank[2 * even_row + odd] = odd ? other : mine;
    if (even_row + 1 < n)
        rank[2 * even_row + 2 + odd] = odd ? mine : other;
}

int ranks(const int *d_x, int n, signed char *d_rank, int *d_power)
{
    if (n == 0)
        return cudaSuccess;
    ranks_kernel<<<(n + ROWS - 1) / ROWS, ROWS>>>((const int2 *)d_x, n,
                                                  (uint4 *)d_rank, d_power);
    return cudaGetLastError();
}
