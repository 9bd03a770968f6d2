#include "map_reduce.h"

#include <omp.h>

void to_kelvin(size_t n, const double celsius[], double kelvin[])
{
#pragma omp parallel
    {
        size_t me = (size_t)omp_get_thread_num();
        size_t all = (size_t)omp_get_num_threads();

        for (size_t i = me * n / all; i < (me + 1) * n / all; i++)
            kelvin[i] = 273.15 + celsius[i];
    }
}

static void put(struct summary *s, struct summary t)
{
    s->sum += t.sum;
    if (t.hottest > s->hottest)
        s->hottest = t.hottest;
    if (t.coldest < s->coldest ||
        (t.coldest == s->coldest && t.coldest_at < s->coldest_at)) {
        s->coldest = t.coldest;
        s->coldest_at = t.coldest_at;
    }
}

void summarize(size_t n, const double t[], struct summary *whole)
{
    *whole = NO_SUMMARY;
#pragma omp parallel
    {
        struct summary mine = NO_SUMMARY;

#pragma omp for schedule(dynamic, 1000) nowait
        for (size_t i = 0; i < n; i++)
            put(&mine, (struct summary){t[i], t[i], t[i], i});
#pragma omp critical
        put(whole, mine);
    }
}

void join_all(size_t n, const struct step s[], struct step *whole)
{
    const size_t length = n / 100 + 1, pieces = (n + length - 1) / length;

    *whole = NO_STEP;
#pragma omp parallel for ordered schedule(dynamic)
    for (size_t p = 0; p < pieces; p++) {
        size_t end = (p + 1) * length < n ? (p + 1) * length : n;
        struct step end_of_it = s[p * length];

        for (size_t i = p * length + 1; i < end; i++)
            end_of_it = join(end_of_it, s[i]);
#pragma omp ordered
        {
            *whole = join(*whole, end_of_it);
        }
    }
}
