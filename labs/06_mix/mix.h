/*
 * mix.h - the contract of lab 06: two operations on one vector, odd results
 * counted, the work spread evenly.
 * Source: article 1, "高阶实例演示" (the larger example).
 */
#ifndef MIX_H
#define MIX_H

#include <stddef.h>
#include <stdint.h>

/* What is done with one element. Several threads may be in it at the same
 * time. Its result depends on x only; how long it takes is not known. */
typedef int64_t operation(int32_t x);

/* x squared, exact for every x from 1 to 2147483647. */
int64_t square(int32_t x);

/* The square root of x without its fraction: the largest r with r * r <= x.
 * Exact for every x from 1 to 2147483647. */
int64_t root(int32_t x);

/*
 * Apply `first` to the elements of the vector's first half, v[i] with
 * i < n / 2, and `second` to all others, once each, and count the odd results.
 *   v  n elements; may be null when n is 0
 *   n  how many; n / 2 is rounded down, so with n = 3 the first half is v[0];
 *      n may be more than an int holds
 * Returns how many results are odd. -3 is odd as well.
 * Uses all threads that OpenMP offers (OMP_NUM_THREADS), and keeps all of them
 * busy to the end, also if one operation takes much longer than the other; with
 * fewer than 300,000 elements some threads may have nothing to do.
 * Memory that is kept for later calls does not grow with the number of calls.
 */
size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second);

#endif
