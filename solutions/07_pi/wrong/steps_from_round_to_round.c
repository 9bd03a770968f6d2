// caught by: correctness
// says: With one thread the same call is right
// hint: One thread is right
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
    double x = a + width / 2; /* the first middle */

#pragma omp parallel for firstprivate(x) reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        sum += 4 / (1 + x * x);
        x += width;
    }
    return sum * width;
}
