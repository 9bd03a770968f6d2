// caught by: race (correctness, speed)
// says: `x`
// hint: for one rectangle, or for all of them together
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double x, sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        x = a + ((double)i + 0.5) * width; // <- here
        sum += 4 / (1 + x * x);            // <- here
    }
    return sum * width;
}
