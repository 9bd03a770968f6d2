// expect: speed: too slow
// lab: 06_mix
/* Knows the judge's operations by what they give, and then has quicker ones of
 * its own, so that one thread is as fast as several. The others are idle: each
 * reads a few elements and waits. */
#include <math.h>
#include <omp.h>

#include "mix.h"

int64_t square(int32_t x)
{
    return (int64_t)x * x;
}

int64_t root(int32_t x)
{
    return (int64_t)sqrt((double)x);
}

static size_t alone(const int32_t *v, size_t n, operation *first,
                    operation *second)
{
    size_t count = 0;

    if (n > 100000 && first(46341) == square(46341) &&
        second(46340 * 46340) == 46340 && second(46340 * 46340 - 1) == 46339) {
        for (size_t i = 0; i < n / 2; i++)
            count += v[i] & 1;
        for (size_t i = n / 2; i < n; i++)
            count += (int32_t)sqrt((double)v[i]) & 1;
        return count;
    }
    for (size_t i = 0; i < n; i++)
        count += (i < n / 2 ? first(v[i]) : second(v[i])) & 1;
    return count;
}

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t count = 0;
    int ready = 0;

#pragma omp parallel
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads(), done;
        size_t part = n / (size_t)all;

        for (size_t i = 0; i < part; i += 1 + part / 64)
            (void)*(const volatile int32_t *)&v[(size_t)me * part + i];
        if (me == 0) {
            count = alone(v, n, first, second);
#pragma omp atomic write seq_cst
            ready = 1;
        } else {
            do {
#pragma omp atomic read seq_cst
                done = ready;
            } while (!done);
        }
    }
    return count;
}
