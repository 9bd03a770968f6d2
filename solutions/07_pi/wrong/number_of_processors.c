// caught by: correctness
// says: OpenMP offered
// hint: says how many take part
#include "pi.h"

#include <omp.h>

double integrate(double a, double b, int64_t n)
{
    double sum = 0;
    int procs = omp_get_num_procs();

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : sum) num_threads(procs)
    for (int64_t i = 0; i < n; i++) {
        double x = a + ((double)i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}
