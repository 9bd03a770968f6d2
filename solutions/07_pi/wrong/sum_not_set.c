// caught by: correctness (race, memory, speed)
// says: nobody has set before
// hint: get its first
/* The sum has no value at the beginning, and the threads' sums are added to
 * whatever lay there. It is often 0. */
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double sum;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        double x = a + ((double)i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}
