// caught by: correctness
// says: in a team of 2
// hint: How many threads does your code count on
/* Cards for as many threads as there may be at most. A team can have fewer, and
 * then nobody plays those of the last ones. */
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

size_t count_odd(const int32_t *v, size_t n, operation *first,
                 operation *second)
{
    size_t all = (size_t)omp_get_max_threads(), count = 0;

#pragma omp parallel reduction(+ : count)
    for (size_t i = (size_t)omp_get_thread_num(); i < n; i += all) {
        int64_t result = i < n / 2 ? first(v[i]) : second(v[i]);
        count += result & 1;
    }
    return count;
}
