// caught by: correctness
// says: takes all roundings along
// hint: How does your x get from one rectangle to the next
#include "pi.h"

#include <omp.h>

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel reduction(+ : sum)
    {
        int64_t me = omp_get_thread_num(), team = omp_get_num_threads();
        int64_t begin = n * me / team, end = n * (me + 1) / team;
        double x = a + ((double)begin + 0.5) * width;

        for (int64_t i = begin; i < end; i++, x += width)
            sum += 4 / (1 + x * x);
    }
    return sum * width;
}
