// expect: correctness: Elements that differ
// lab: 08_map_reduce
#include "map_reduce.h"

void to_kelvin(size_t n, const double celsius[], double kelvin[])
{
    (void)celsius;
    for (size_t i = 0; i < n; i++)
        kelvin[i] = NAN;
}

void summarize(size_t n, const double t[], struct summary *whole)
{
    (void)n;
    (void)t;
    *whole = (struct summary){NAN, NAN, NAN, 0};
}

void join_all(size_t n, const struct step s[], struct step *whole)
{
    (void)n;
    (void)s;
    *whole = NO_STEP;
}
