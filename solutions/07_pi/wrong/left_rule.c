// caught by: correctness
// says: rectangles
// hint: Where should x be
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        double x = a + (double)i * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}
