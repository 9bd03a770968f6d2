// caught by: speed
// says: too slow
#include <omp.h>
#include <stdlib.h>

#include "pi.h"

/* One slot per thread, all slots side by side: four fit into a cache line.
 * volatile makes every step go through memory, and the line goes back and
 * forth between the cores. (Without volatile, GCC and Clang keep the slot in a
 * register during the loop, and nothing is wrong.) */
struct slot {
    double x, sum;
};

double integrate(double a, double b, int64_t n)
{
    if (n <= 0)
        return 0;
    int slots = omp_get_max_threads();
    volatile struct slot *slot = calloc((size_t)slots, sizeof *slot);
    double width = (b - a) / (double)n, sum = 0;

#pragma omp parallel
    {
        int me = omp_get_thread_num();
#pragma omp for
        for (int64_t i = 0; i < n; i++) {
            slot[me].x = a + ((double)i + 0.5) * width;
            slot[me].sum += 4 / (1 + slot[me].x * slot[me].x);
        }
    }
    for (int t = 0; t < slots; t++)
        sum += slot[t].sum;
    free((void *)slot);
    return sum * width;
}
