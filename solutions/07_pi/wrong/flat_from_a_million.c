// caught by: correctness
// says: the area from
// hint: differently where x is large
// Far from 0 the 1 of 1 + x * x is left out, too early.
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        double x = a + ((double)i + 0.5) * width;
        sum += x > 1e5 ? 4 / (x * x) : 4 / (1 + x * x);
    }
    return sum * width;
}
