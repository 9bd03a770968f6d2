// caught by: correctness
// says: The call was integrate(0, 1, -3).
// hint: does it ever come to
#include "pi.h"

#include <omp.h>

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n == 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel reduction(+ : sum)
    {
        int64_t me = omp_get_thread_num(), team = omp_get_num_threads();

        for (int64_t i = n * me / team; i != n * (me + 1) / team; i++) {
            double x = a + ((double)i + 0.5) * width;
            sum += 4 / (1 + x * x);
        }
    }
    return sum * width;
}
