// caught by: correctness, memory (race)
// hint: Which table of yours is it
#include "pi.h"

#include <omp.h>

double integrate(double a, double b, int64_t n)
{
    double part[64] = {0}, sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel
    {
        double mine = 0;

#pragma omp for
        for (int64_t i = 0; i < n; i++) {
            double x = a + ((double)i + 0.5) * width;
            mine += 4 / (1 + x * x);
        }
        part[omp_get_thread_num()] = mine; // <- here
    }
    for (int t = 0; t < 64; t++)
        sum += part[t];
    return sum * width;
}
