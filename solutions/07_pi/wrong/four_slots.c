// caught by: correctness, memory (race, speed)
// says: threads = 7
// hint: Which table of yours is it
#include <omp.h>

#include "pi.h"

static double partial[4]; /* "nobody has more cores" */

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
    for (int t = 0; t < 4; t++)
        partial[t] = 0;
#pragma omp parallel
    {
        int me = omp_get_thread_num();
#pragma omp for
        for (int64_t i = 0; i < n; i++) {
            double x = a + ((double)i + 0.5) * width;
            partial[me] += 4 / (1 + x * x); // <- here
        }
    }
    for (int t = 0; t < 4; t++)
        sum += partial[t];
    return sum * width;
}
