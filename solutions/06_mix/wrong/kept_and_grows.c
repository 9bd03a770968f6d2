// caught by: correctness
// says: grow with the number of calls
// hint: How much of it is there after
// The threads' counts of each call stay in a list that only gets longer.
#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "mix.h"

struct counts {
    struct counts *before;
    size_t of[64];
};
static struct counts *all_counts;

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
    struct counts *c = calloc(1, sizeof *c);
    size_t count = 0;

    if (!c)
        abort();
    c->before = all_counts;
    all_counts = c;
#pragma omp parallel for schedule(static, 1024) reduction(+ : count)
    for (size_t i = 0; i < n; i++) {
        int64_t result = i < n / 2 ? first(v[i]) : second(v[i]);
        count += result & 1;
    }
    c->of[0] = count;
    return count;
}
