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
 * error; cudaFreeAsync() is enough, without waiting for it. If there are fewer
 * rows than streams, some streams have no work, and that is fine.
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
    __shared__ int table[ROWS_OF_BLOCK * 30];
    __shared__ signed char result[ROWS_OF_BLOCK][32];
    int begin = blockIdx.x * ROWS_OF_BLOCK, squares = 0;
    int rows = min(n - begin, ROWS_OF_BLOCK), own = threadIdx.x;

    for (int at = own; at < 30 * rows; at += ROWS_OF_BLOCK)
        table[at] = x[30 * (size_t)begin + at];
    __syncthreads();
    if (own < rows) {
        for (int col = 0; col < 32; col++) {
            int number = 0, here = table[30 * own + col % 30];

            for (int other = 0; other < 30; other++) {
                number += table[30 * own + other] < here;
                number -= table[30 * own + other] > here;
            }
            if (col >= 30)
                number = 0;
            result[own][col] = (signed char)number;
            squares += number * number;
        }
        power[begin + own] = squares;
    }
    __syncthreads();
    for (int at = own; at < 8 * rows; at += ROWS_OF_BLOCK)
        ((int *)rank)[8 * (size_t)begin + at] = ((int *)result)[at];
}
#endif
#endif
