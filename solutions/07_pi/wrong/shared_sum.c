// caught by: race (correctness, speed)
// says: `sum`
// hint: Which variable do all threads write
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
        sum += 4 / (1 + x * x); // <- here
    }
    return sum * width;
}
