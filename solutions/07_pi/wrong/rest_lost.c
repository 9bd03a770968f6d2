// caught by: correctness
// says: rectangles
// hint: does nobody add, or two threads
#include <omp.h>

#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel reduction(+ : sum)
    {
        int64_t part = n / omp_get_num_threads();
        int64_t begin = part * omp_get_thread_num();
        for (int64_t i = begin; i < begin + part; i++) {
            double x = a + ((double)i + 0.5) * width;
            sum += 4 / (1 + x * x);
        }
    }
    return sum * width;
}
