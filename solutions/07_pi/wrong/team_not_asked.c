// caught by: correctness
// says: but here OpenMP gave fewer
// hint: How many threads does your code count on
/* Strips for as many threads as there may be at most. A team can have fewer, and
 * then nobody adds up those of the last ones. */
#include "pi.h"

#include <omp.h>

double integrate(double a, double b, int64_t n)
{
    double sum = 0, width;
    int all = omp_get_max_threads();

    if (n <= 0)
        return 0;
    width = (b - a) / (double)n;
#pragma omp parallel reduction(+ : sum)
    for (int64_t i = omp_get_thread_num(); i < n; i += all) {
        double x = a + ((double)i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}
