// caught by: correctness
// says: grow with the number of calls
// hint: How much of it is there after
// The threads' sums of all calls are kept in a list, by another name of
// malloc().
#include "pi.h"

#include <malloc.h>
#include <omp.h>

struct table {
    struct table *before;
    struct {
        double sum;
        char rest[56];
    } slot[];
};

static struct table *last;

double integrate(double a, double b, int64_t n)
{
    const int most = omp_get_max_threads();
    double sum = 0;

    if (n <= 0)
        return 0;
    const double width = (b - a) / (double)n;
    struct table *t =
        memalign(64, sizeof *t + (size_t)most * sizeof t->slot[0]);
    t->before = last;
    last = t; /* never freed */
    for (int k = 0; k < most; k++)
        t->slot[k].sum = 0;
#pragma omp parallel num_threads(most)
    {
        double mine = 0;

#pragma omp for schedule(static) nowait
        for (int64_t i = 0; i < n; i++) {
            const double x = a + ((double)i + 0.5) * width;
            mine += 4 / (1 + x * x);
        }
        t->slot[omp_get_thread_num()].sum = mine;
    }
    for (int k = 0; k < most; k++)
        sum += t->slot[k].sum;
    return sum * width;
}
