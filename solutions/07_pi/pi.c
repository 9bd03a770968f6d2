/*
 * Why it works: x is declared inside the loop, so every thread has its own.
 * reduction(+ : sum) gives every thread a private sum, in a register, and adds
 * the private sums in the end. x is computed from i, never from the x before:
 * an addition per step would make rounding errors pile up, and each step
 * would wait for the last one.
 *
 * Another way: a `parallel` region with a local sum per thread, which each
 * thread stores once, after its loop, into an array with one slot per thread;
 * then one thread adds the slots up. Storing once is what keeps the threads
 * off each other's cache lines.
 */
#include "pi.h"

double integrate(double a, double b, int64_t n)
{
    double sum = 0;

    if (n <= 0)
        return 0;
    double width = (b - a) / (double)n;
#pragma omp parallel for reduction(+ : sum)
    for (int64_t i = 0; i < n; i++) {
        double x = a + ((double)i + 0.5) * width;
        sum += 4 / (1 + x * x);
    }
    return sum * width;
}
