/* The program of lab 07: pi, and how far it is off, for more and more
 * rectangles. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "pi.h"

int main(void)
{
    const double pi = 3.14159265358979323846;

    printf("%10s  %-18s  %s\n", "n", "pi", "error");
    for (int64_t n = 1; n <= 100000000; n *= 10) {
        double area = integrate(0, 1, n);
        printf("%10" PRId64 "  %.16f  %.1e\n", n, area, fabs(area - pi));
    }
    return 0;
}
