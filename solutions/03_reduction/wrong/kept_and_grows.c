// caught by: correctness
// says: grow with the number of calls
// hint: from one call to the next
// The threads' sums of all calls are kept, in an array that gets longer with
// each: no leak for a tool that looks for what nobody points to any more, but a
// program that runs for long has no memory in the end.
#include <omp.h>
#include <stdlib.h>

#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static int64_t *parts;
    static size_t used;
    size_t team = (size_t)omp_get_max_threads();
    int64_t sum = 0, *longer;

    longer = realloc(parts, (used + 16 * team) * sizeof *parts);
    if (!longer)
        abort();
    parts = longer;
    for (size_t t = 0; t < 16 * team; t++)
        parts[used + t] = 0;
#pragma omp parallel
    {
        int64_t own = 0;

#pragma omp for
        for (size_t i = 0; i < n; i++)
            own += a[i];
        parts[used + 16 * (size_t)omp_get_thread_num()] = own;
    }
    for (size_t t = 0; t < team; t++)
        sum += parts[used + 16 * t];
    used += 16 * team;
    return sum;
}
