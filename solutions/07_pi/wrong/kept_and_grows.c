// caught by: correctness
// says: grow with the number of calls
// hint: How much of it is there after
// The threads' sums of all calls are kept, in an array that gets longer with
// each. Nothing is lost, but a program that runs for long has no memory left.
#include <omp.h>
#include <stdlib.h>

#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    static double *parts;
    static size_t used;
    size_t team = (size_t)omp_get_max_threads();
    double *longer, sum = 0;

    if (n <= 0)
        return 0;
    longer = realloc(parts, (used + team) * sizeof *parts);
    if (!longer)
        abort();
    parts = longer;
    for (size_t t = 0; t < team; t++)
        parts[used + t] = 0;
    double width = (b - a) / (double)n;
#pragma omp parallel
    {
        double own = 0;

#pragma omp for
        for (int64_t i = 0; i < n; i++) {
            double x = a + ((double)i + 0.5) * width;
            own += 4 / (1 + x * x);
        }
        parts[used + (size_t)omp_get_thread_num()] = own;
    }
    for (size_t t = 0; t < team; t++)
        sum += parts[used + t];
    used += team;
    return sum * width;
}
