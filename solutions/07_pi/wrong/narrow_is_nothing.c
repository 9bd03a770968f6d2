// caught by: correctness
// says: the area from
// hint: What is special about the case
// An interval that is narrow beside its distance from 0 is taken for none.
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n <= 0)
        return 0;
    if (b - a <= 1e-9 * b)
        return 0; /* "there is nothing between them" */
    const double width = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        const double x = a + ((double)i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}
