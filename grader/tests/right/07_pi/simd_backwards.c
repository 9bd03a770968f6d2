#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double end = 0, width = (b - a) / (double)(n > 0 ? n : 1);

#pragma omp parallel for simd reduction(+ : end) schedule(static)
    for (int64_t i = n; i > 0; i--) {
        double x = b - ((double)(n - i) + 0.5) * width;

        end += width * (4 / (1 + x * x));
    }
    return end;
}
