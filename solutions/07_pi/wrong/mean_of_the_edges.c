// caught by: correctness
// says: 3 is the mean of f(0) and f(1), which is another rule
// hint: at which x is f as high as that
#include "pi.h"

static double f(double x)
{
    return 4 / (1 + x * x);
}

double integrate(double a, double b, int64_t n)
{
    double area = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : area)
    for (int64_t i = 0; i < n; i++) {
        double left = a + (double)i * width, right = left + width;

        area += (f(left) + f(right)) / 2 * width;
    }
    return area;
}
