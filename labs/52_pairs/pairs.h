/*
 * pairs.h - the contract of lab 52: which pairs of rows go up and down
 * together, by the rank numbers of lab 51.
 * Source: article 6, on Spearman's rank correlation of all pairs of rows,
 * section "CUDA方案" (the CUDA solution), its kernel.
 */
#ifndef PAIRS_H
#define PAIRS_H

#ifdef __cplusplus
extern "C" {
#endif

struct pair {
    int row, col; /* row < col */
    int dot;      /* sum of the products of the two rows' rank numbers */
};

/*
 * Finds all pairs of rows row < col with
 *   dot * dot * 201224641 >= 26224641 * d_power[row] * d_power[col]
 * exactly, and both powers above 0.
 *   d_rank   n rows of 32 bytes: the rank numbers of a row, and two zeros; as
 *            ranks() of lab 51 writes them
 *   d_power  n ints, the sums of the squares of each row: 0 .. 8990
 *   n        0 .. 65536; 0 and 1 are no error and have no pairs
 *   d_pair   room for so many pairs: those that are found, each once, in any
 *            order; if more are found than there is room for, any of them;
 *            what is behind them stays as it is
 *   room     0 or more
 *   d_count  how many pairs are found, also if that is more than room
 * All four are in the device's memory, at addresses that 256 divides: the host
 * must not touch them. d_pair and d_count hold anything when the call begins.
 * How many blocks and threads there are is yours to choose.
 * Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed;
 * need not wait for the kernel to end, nor take that error away from
 * cudaGetLastError().
 */
int pairs(const signed char *d_rank, const int *d_power, int n,
          struct pair *d_pair, int room, int *d_count);

#ifdef __cplusplus
}
#endif
#endif
