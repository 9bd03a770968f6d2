/*
 * product.h - the contract of lab 56: how many pairs of rows go up and down
 * together, by the rank numbers of lab 51 and the rule of lab 52, counted with
 * tensor cores.
 * Source: article 6, on Spearman's rank correlation of all pairs of rows,
 * section "CUDA方案" (the CUDA solution), its kernel.
 */
#ifndef PRODUCT_H
#define PRODUCT_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Counts the pairs (row, col) with first <= row < first + rows and
 * row < col < n that are found, which is, exactly,
 *   dot * dot * 201224641 >= 26224641 * d_power[row] * d_power[col]
 * and both powers above 0. dot is the sum of the products of the two rows' rank
 * numbers.
 *   d_rank   n rows of 32 bytes: the rank numbers of a row, and two zeros; as
 *            ranks() of lab 51 writes them
 *   d_power  n ints, the sums of the squares of each row: 0 .. 8990; they
 *            ascend: d_power[i] <= d_power[i + 1]
 *   n        0 .. 2^26
 *   first    0 or more
 *   rows     0 or more; first + rows <= n; no rows are no error, nor is n = 0
 *   d_found  one number of 64 bits: set to the count, whatever it was before
 * All three are in the device's memory, at addresses that 256 divides: the host
 * must not touch them. Nothing is written but *d_found. How many blocks and
 * threads there are is yours to choose.
 * Returns 0 (cudaSuccess) or the cudaError_t of the first call that failed;
 * need not wait for the kernel to end, nor take that error away from
 * cudaGetLastError().
 */
int product(const signed char *d_rank, const int *d_power, int n, int first,
            int rows, unsigned long long *d_found);

#ifdef __cplusplus
}
#endif
#endif
