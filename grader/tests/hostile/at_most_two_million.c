// expect: correctness: the area of a wide interval
// lab: 07_pi
#include "pi.h"
/* Never more than 2 million rectangles, however many are asked for. */
double integrate(double a, double b, int64_t n)
{
    double sum = 0;
    if (n <= 0)
        return 0;
    if (n > 2000000)
        n = 2000000;
    double width = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        double x = a + ((double)i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}
