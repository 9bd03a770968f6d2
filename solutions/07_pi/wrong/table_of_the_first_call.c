// caught by: memory
// hint: in this call and in later ones
// The table is made for the threads of the first call; later there may be more.
#include "pi.h"

#include <omp.h>
#include <stdlib.h>

double integrate(double a, double b, int64_t n)
{
    static double *part;
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
    if (!part)
        part = malloc((size_t)omp_get_max_threads() * sizeof *part);
    if (!part)
        abort();
#pragma omp parallel
    {
        double mine = 0;

#pragma omp for
        for (int64_t i = 0; i < n; i++) {
            double x = a + ((double)i + 0.5) * width;
            mine += 4 / (1 + x * x);
        }
        part[omp_get_thread_num()] = mine; // <- here
#pragma omp barrier
#pragma omp single
        for (int t = 0; t < omp_get_num_threads(); t++)
            sum += part[t];
    }
    return sum * width;
}
