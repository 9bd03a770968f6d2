/*
 * streams.h - the contract of lab 54: the rank numbers of more rows than fit on
 * the device, while the copies go on. The kernel is given.
 * Source: article 6, on Spearman's rank correlation of all pairs of rows,
 * section "CUDA方案" (the CUDA solution): its last wish but one, to hide the
 * transfers.
 */
#ifndef STREAMS_H
#define STREAMS_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * For each row i = 0 .. n-1: rank[32 * i] to rank[32 * i + 31] = the 30 rank
 * numbers of x[30 * i] to x[30 * i + 29] and two zeros, power[i] = the sum of
 * their squares, both as rank_rows() below gives them. Each row is copied to
 * the device once, ranked there, and each result copied back once.
 *   x             n rows of 30 ints without gaps
 *   n             0 .. 2^26; 0 is no error
 *   rows_at_once  1 or more: the device has memory for so many rows in all, 156
 *                 bytes each (120 of x, 32 of rank, 4 of power), and 1 MB more
 *                 for what allocations are rounded up to
 *   rank          n rows of 32 bytes
 *   power         n ints
 * All three arrays are pinned memory of the host, no two of them overlap, and
 * rank and power hold anything when the call begins. How many buffers, streams
 * and chunks there are is yours to choose.
 * When it returns, all results are there. Memory that it allocates is free
 * again, and streams and events that it creates are destroyed, also after an
 * error.
 * Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed;
 * then the results may be anything.
 */
int ranks_in_streams(const int *x, int n, int rows_at_once, signed char *rank,
                     int *power);

#ifdef __cplusplus
}
#endif

#ifdef __CUDACC__
#include <cuda_runtime.h>

#define ROWS_OF_BLOCK 128 /* one for each thread */

/* The rank numbers and powers of n rows of 30 ints in the device's memory, as
 * in lab 51: for rank_rows<<<blocks, ROWS_OF_BLOCK, 0, stream>>>(...) with one
 * block for ROWS_OF_BLOCK rows, rounded up. */
[[maybe_unused]] static __global__ void __launch_bounds__(ROWS_OF_BLOCK)
    rank_rows(const int *x, int n, signed char *rank, int *power)
{
    __shared__ int2 tile[ROWS_OF_BLOCK * 15];
    int tid = threadIdx.x, first = blockIdx.x * ROWS_OF_BLOCK;
    int row = first + tid, odd = tid % 2, sum = 0;
    int numbers[30], ranks[32] = {};
    unsigned word[8] = {};

    for (int i = tid; i < min(ROWS_OF_BLOCK, n - first) * 15;
         i += ROWS_OF_BLOCK)
        tile[i] = ((const int2 *)x)[first * 15 + i];
    __syncthreads();
    if (row < n) {
#pragma unroll
        for (int k = 0; k < 15; k++) {
            int2 two = tile[tid * 15 + k];

            numbers[2 * k] = two.x;
            numbers[2 * k + 1] = two.y;
        }
#pragma unroll
        for (int j = 1; j < 30; j++)
#pragma unroll
            for (int k = 0; k < j; k++) {
                int sign = numbers[j] > numbers[k]   ? 1
                           : numbers[j] < numbers[k] ? -1
                                                     : 0;

                ranks[j] += sign;
                ranks[k] -= sign;
            }
#pragma unroll
        for (int k = 0; k < 30; k++) {
            sum += ranks[k] * ranks[k];
            word[k / 4] |= (ranks[k] & 255u) << k % 4 * 8;
        }
        power[row] = sum;
    }
    uint4 low = make_uint4(word[0], word[1], word[2], word[3]);
    uint4 high = make_uint4(word[4], word[5], word[6], word[7]);
    uint4 mine = odd ? high : low, other = odd ? low : high;
    other.x = __shfl_xor_sync(0xffffffff, other.x, 1);
    other.y = __shfl_xor_sync(0xffffffff, other.y, 1);
    other.z = __shfl_xor_sync(0xffffffff, other.z, 1);
    other.w = __shfl_xor_sync(0xffffffff, other.w, 1);
    uint4 *to = &((uint4 *)rank)[2 * (row - odd) + odd];
    if (row - odd < n)
        to[0] = odd ? other : mine;
    if (row - odd + 1 < n)
        to[2] = odd ? mine : other;
}
#endif
#endif
