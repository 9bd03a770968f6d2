// caught by: correctness
// says: OpenMP offered
// hint: says how many take part
// No more threads than the author's machine has cores, and there are larger ones.
#include "pi.h"

#include <omp.h>

double integrate(double a, double b, int64_t n)
{
    int all = omp_get_max_threads(), team = all < 64 ? all : 64;
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel for num_threads(team) reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        double x = a + ((double)i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}
