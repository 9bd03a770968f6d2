/* A few tasks, each with its strips. */
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    const int64_t tasks = 40;
    double sum = 0, width = n > 0 ? (b - a) / (double)n : 0;

    if (n <= 0)
        return 0;
#pragma omp parallel
#pragma omp single nowait
    for (int64_t t = 0; t < tasks; t++)
#pragma omp task
    {
        double part = 0;

        for (int64_t i = n * t / tasks; i < n * (t + 1) / tasks; i++) {
            double x = a + ((double)i + 0.5) * width;

            part += 4 / (1 + x * x);
        }
#pragma omp atomic
        sum += part;
    }
    return sum * width;
}
