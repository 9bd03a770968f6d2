#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double pi = 0;
    int64_t i;

    if (n <= 0)
        return 0;
    double step = (b - a) / n;
#pragma omp parallel for schedule(dynamic, 10000) reduction(+ : pi)
    for (i = 1; i <= n; i++) {
        double x = a + (i - 0.5) * step;
        pi += 4.0 / (1.0 + x * x) * step;
    }
    return pi;
}
