/*
 * pi.h - the contract of lab 07: an area, cut into rectangles.
 * Source: article 3, last line: it names "computing pi" as the next exercise.
 */
#ifndef PI_H
#define PI_H

#include <stdint.h>

/*
 * The area under f(x) = 4 / (1 + x*x) from x = a to x = b by the midpoint
 * rule: n rectangles of equal width, each as high as f in its middle.
 *   a, b  0 <= a <= b
 *   n     how many rectangles; 0 and less give 0; n may be more than an int
 *         holds
 * From 0 to 1 the area comes near pi as n grows.
 * The result differs from the rule's exact value only by rounding: at most
 * 1e-12 of it for n up to a million and 1e-11 for more.
 * Uses all threads that OpenMP offers (OMP_NUM_THREADS); with fewer
 * than a million rectangles some threads may have nothing to do.
 * Memory that is kept for later calls does not grow with the number of calls.
 */
double integrate(double a, double b, int64_t n);

#endif
