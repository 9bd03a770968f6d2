/*
 * map_reduce.h - the contract of lab 08: change every element (map), make one
 * from many (reduce), and make one from many when the order counts.
 * Source: article 4, the parts on map and reduce.
 *
 * All three use all threads that OpenMP offers (OMP_NUM_THREADS), and the
 * result is the same for any number of them. In all three n may be more than
 * an int holds. Memory that is kept for later calls does not grow with the
 * number of calls. With fewer than a million elements some
 * threads may have nothing to do. No array is null, not even for n = 0.
 */
#ifndef MAP_REDUCE_H
#define MAP_REDUCE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* Map. kelvin[i] = celsius[i] + 273.15 for i = 0 .. n-1. n = 0: nothing. The
 * two arrays do not overlap. */
void to_kelvin(size_t n, const double celsius[], double kelvin[]);

/* What is known about some temperatures. About none at all it is NO_SUMMARY:
 * then the first temperature that comes is the coldest and the hottest. */
struct summary {
    double sum;
    double coldest, hottest;
    size_t coldest_at; /* index of the coldest, the first one if several are */
};
#define NO_SUMMARY ((struct summary){0, INFINITY, -INFINITY, SIZE_MAX})

/* Reduce. *whole = the summary of t[0] .. t[n-1], which are finite numbers, as
 * are all sums of them. n = 0: NO_SUMMARY. */
void summarize(size_t n, const double t[], struct summary *whole);

/* A step: it turns x into (scale * x + shift) mod PRIME.
 * 0 <= scale, shift < PRIME. */
#define PRIME 2147483647 /* 2^31 - 1 */
struct step {
    int32_t scale, shift;
};
#define NO_STEP ((struct step){1, 0}) /* turns x into x */

/* The one step that does what `first` and then `second` do. The order counts:
 * doubling and then adding 1 is not adding 1 and then doubling. */
static inline struct step join(struct step first, struct step second)
{
    int64_t scale = (int64_t)second.scale * first.scale;
    int64_t shift = (int64_t)second.scale * first.shift + second.shift;

    return (struct step){(int32_t)(scale % PRIME), (int32_t)(shift % PRIME)};
}

/* Ordered reduce. *whole = the one step that does what s[0], then s[1], ...,
 * then s[n-1] do. n = 0: NO_STEP. */
void join_all(size_t n, const struct step s[], struct step *whole);

#endif
