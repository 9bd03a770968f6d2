// caught by: correctness
// says: rectangles
// hint: is a float
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    float sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        double x = a + ((double)i + 0.5) * width;
        sum += (float)(4 / (1 + x * x));
    }
    return sum * width;
}
