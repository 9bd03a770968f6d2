/* Thread t takes the strips t, t + team, ...; joined by critical. */
#include "pi.h"

#include <omp.h>

static double f(double x)
{
    return 4 / (x * x + 1);
}

double integrate(double a, double b, int64_t n)
{
    double area = 0, w = (b - a) / (double)n;

    if (n <= 0)
        return 0;
#pragma omp parallel
    {
        const int step = omp_get_num_threads();
        double mine = 0;

        for (int64_t i = omp_get_thread_num(); i < n; i += step)
            mine += f(a + w * ((double)i + 0.5));
#pragma omp critical
        area += mine;
    }
    return area * w;
}
