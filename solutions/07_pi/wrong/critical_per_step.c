// caught by: speed
// says: too slow
// hint: in each step of the loop, or once per call
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel for
    for (int64_t i = 0; i < n; i++) {
        double x = a + ((double)i + 0.5) * width;
        double height = 4 / (1 + x * x);
#pragma omp critical
        sum += height;
    }
    return sum * width;
}
