// caught by: correctness
// says: after a call in which there were 5
// hint: What is left of it
// The slots are kept, and those of threads that do not come this time hold what
// they had before.
#include "pi.h"

#include <omp.h>
#include <stdlib.h>

double integrate(double a, double b, int64_t n)
{
    static double *part;
    static int room;
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
    if (omp_get_max_threads() > room) {
        room = omp_get_max_threads();
        free(part);
        part = calloc((size_t)room, sizeof *part);
        if (!part)
            abort();
    }
#pragma omp parallel
    {
        double mine = 0;

#pragma omp for
        for (int64_t i = 0; i < n; i++) {
            double x = a + ((double)i + 0.5) * width;
            mine += 4 / (1 + x * x);
        }
        part[omp_get_thread_num()] = mine;
    }
    for (int t = 0; t < room; t++)
        sum += part[t];
    return sum * width;
}
