// caught by: correctness
// says: n = 0
// hint: How wide is a rectangle if there are none
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double width = (b - a) / (double)n, sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        double x = a + ((double)i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width; /* n = 0: zero times infinity is not a number */
}
