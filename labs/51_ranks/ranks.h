/*
 * ranks.h - the contract of lab 51: the rank numbers of many rows, each row
 * ranked once.
 * Source: article 6, on Spearman's rank correlation of all pairs of rows,
 * section "CUDA方案" (the CUDA solution), the first half of its device
 * functions.
 */
#ifndef RANKS_H
#define RANKS_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * For each row i = 0 .. n-1 of d_x and k = 0 .. 29: d_rank[32 * i + k] = how
 * many numbers of the row are smaller than d_x[30 * i + k], less how many are
 * larger. d_rank[32 * i + 30] = d_rank[32 * i + 31] = 0. d_power[i] = the sum
 * of the squares of the row's rank numbers, which is 0 if all its numbers are
 * equal.
 *   d_x      n rows of 30 ints without gaps; any ints, INT_MIN and INT_MAX too
 *   d_rank   n rows of 32 bytes
 *   d_power  n ints
 *   n        0 .. 2^26; 0 is no error
 * All three are in the device's memory, at addresses that 256 divides: the host
 * must not touch them. d_rank and d_power hold anything when the call begins.
 * How many blocks and threads there are is yours to choose.
 * Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed;
 * need not wait for the kernel to end, nor take that error away from
 * cudaGetLastError().
 */
int ranks(const int *d_x, int n, signed char *d_rank, int *d_power);

#ifdef __cplusplus
}
#endif
#endif
