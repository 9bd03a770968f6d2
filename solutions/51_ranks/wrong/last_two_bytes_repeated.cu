// caught by: correctness
// says: two bytes
// hint: Where do the 32 bytes of row 1 begin
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
        /* BUG: the two bytes behind the rank numbers repeat the last one */
        word[w] = pack(rank[4 * w], rank[4 * w + 1],
                       rank[min(4 * w + 2, COLS - 1)],
                       rank[min(4 * w + 3, COLS - 1)]);
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
