/*
 * reduction.h - the contract of lab 03: one number from many.
 * Source: article 1, "OpenMP 求累加和" (sum with reduction).
 */
#ifndef REDUCTION_H
#define REDUCTION_H

#include <stddef.h>
#include <stdint.h>

/*
 * The sum of a[0] .. a[n-1].
 *   a  n numbers, any int32_t values; may be null when n is 0
 *   n  how many; 0 gives 0; n may be more than an int holds
 * The result is exact: it fits into int64_t for every n below 2^32.
 * Uses all threads that OpenMP offers (OMP_NUM_THREADS); with fewer
 * than a million numbers some threads may have nothing to do.
 * Memory that is kept for later calls does not grow with the number of calls.
 */
int64_t sum_array(const int32_t *a, size_t n);

#endif
