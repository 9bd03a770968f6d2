// caught by: correctness
// says: fit into its type
// hint: n may be more than an int counts
// The loop counts with an int, which cannot count all that n may be.
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double sum = 0;
    int steps = (int)n;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < steps; i++) {
        double x = a + (i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}
