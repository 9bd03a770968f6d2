/* Parts by thread number, a slot for each thread that is written once. */
#include "pi.h"

#include <omp.h>
#include <stdlib.h>

double integrate(double a, double b, int64_t n)
{
    double *part, sum = 0, w;
    int team = 0;

    if (n < 1)
        return 0.0;
    w = (b - a) / n;
    part = malloc((size_t)omp_get_max_threads() * sizeof(double));
    if (part == NULL)
        abort();
#pragma omp parallel
    {
        int64_t me = omp_get_thread_num(), all = omp_get_num_threads();
        int64_t begin = n / all * me + (me < n % all ? me : n % all);
        int64_t end = begin + n / all + (me < n % all);
        double s = 0;

        for (int64_t i = begin; i < end; i++) {
            double x = a + (i + 0.5) * w;
            s += 4.0 / (1.0 + x * x);
        }
        part[me] = s;
#pragma omp single nowait
        team = (int)all;
    }
    for (int t = 0; t < team; t++)
        sum += part[t];
    free(part);
    return w * sum;
}
