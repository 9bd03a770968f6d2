/* A thousand strips make a row, and rows are added up: less rounding. */
#include "pi.h"

enum { ROW = 1000 };

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n <= 0)
        return 0;
    const double h = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : sum)
    for (int64_t begin = 0; begin < n; begin += ROW) {
        const int64_t end = begin + ROW < n ? begin + ROW : n;
        double row = 0;

        for (int64_t i = begin; i < end; i++) {
            const double x = a + ((double)i + .5) * h;

            row += 4 / (1 + x * x);
        }
        sum += row;
    }
    return sum * h;
}
