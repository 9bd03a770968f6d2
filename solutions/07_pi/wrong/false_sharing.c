// caught by: speed
// says: too slow
// hint: or that lies beside it
#include <omp.h>
#include <stdlib.h>

#include "pi.h"

/* One slot per thread, all slots side by side: eight fit into a cache line,
 * which goes back and forth between the cores. `atomic`, added to be safe,
 * makes every step go there. (Without it GCC and Clang keep the slot in a
 * register during the loop, and little is wrong.) */
double integrate(double a, double b, int64_t n)
{
    if (n <= 0)
        return 0;
    int slots = omp_get_max_threads();
    double *partial = calloc((size_t)slots, sizeof *partial);
    double width = (b - a) / (double)n, sum = 0;

#pragma omp parallel
    {
        int me = omp_get_thread_num();
#pragma omp for
        for (int64_t i = 0; i < n; i++) {
            double x = a + ((double)i + 0.5) * width;
#pragma omp atomic
            partial[me] += 4 / (1 + x * x);
        }
    }
    for (int t = 0; t < slots; t++)
        sum += partial[t];
    free(partial);
    return sum * width;
}
