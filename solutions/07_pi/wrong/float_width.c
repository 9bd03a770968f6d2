// caught by: correctness (race, memory, speed)
// hint: on their way to x
/* n becomes a float, which holds 24 bits: exact up to 16777216, and then each
 * second number is rounded. */
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (float)n;
#pragma omp parallel for reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        double x = a + ((double)i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}
