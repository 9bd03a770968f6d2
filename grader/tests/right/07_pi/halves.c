/* Divide and conquer with tasks. */
#include "pi.h"

static double area(double a, double width, int64_t begin, int64_t end,
                   int64_t leaf)
{
    double left, right = 0;

    if (end - begin > leaf) {
        int64_t middle = begin + (end - begin) / 2;
#pragma omp task shared(left)
        left = area(a, width, begin, middle, leaf);
#pragma omp task shared(right)
        right = area(a, width, middle, end, leaf);
#pragma omp taskwait
        return left + right;
    }
    left = 0;
    for (int64_t i = begin; i < end; i++) {
        double x = a + ((double)i + 0.5) * width;

        left += 4 / (1 + x * x);
    }
    return left;
}

double integrate(double a, double b, int64_t n)
{
    double sum = 0, width = (b - a) / (double)n;

    if (n <= 0)
        return 0;
#pragma omp parallel
#pragma omp single
    sum = area(a, width, 0, n, n / 50 + 1);
    return sum * width;
}
