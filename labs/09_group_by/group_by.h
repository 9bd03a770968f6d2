/*
 * group_by.h - the contract of lab 09: questions to a table.
 * Source: article 4, the part on data frames.
 *
 * A table is kept by columns: one array per column, all with n elements;
 * row i is what stands at index i. A key is a small number that names a group
 * (a species, a length in tenths): 0 .. n_keys-1, with 1 <= n_keys <= 4096.
 * A row with a key outside of that belongs to no group and is left out.
 *
 * All three use all threads that OpenMP offers (OMP_NUM_THREADS), and the
 * result is the same for any number of them. In all three n may be more than
 * an int holds. Memory that is kept for later calls does not grow with the
 * number of calls. With fewer than a million elements some
 * threads may have nothing to do. No array is null, not even for n = 0.
 */
#ifndef GROUP_BY_H
#define GROUP_BY_H

#include <stddef.h>
#include <stdint.h>

/*
 * Filter. The rows with species[i] == wanted or width[i] < below: their
 * numbers go to row[0], row[1], ... in ascending order. Returns how many.
 *   row  room for n numbers
 */
size_t filter_rows(size_t n, const int32_t species[], const int32_t width[],
                   int32_t wanted, int32_t below, size_t row[]);

/*
 * Distinct. The keys that occur in key[0] .. key[n-1], each once, ascending,
 * to out[0], out[1], ... Returns how many.
 *   out  room for n_keys numbers
 */
int32_t distinct(size_t n, const int32_t key[], int32_t n_keys, int32_t out[]);

/*
 * Group by. For each key k: count[k] = how many rows have it,
 * sum[k] = the sum of their values (0 if there are none).
 *   count, sum  n_keys numbers each; what stood there before does not count
 */
void group_sum(size_t n, const int32_t key[], const int32_t value[],
               int32_t n_keys, int64_t count[], int64_t sum[]);

#endif
