/* Many pieces, handed out by a dynamic schedule, each with its own place. */
#include "map_reduce.h"

#include <omp.h>
#include <stdlib.h>

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
    enum { PIECES = 256 };
    struct step part[PIECES];

#pragma omp parallel for schedule(dynamic, 1)
    for (int p = 0; p < PIECES; p++) {
        struct step mine = NO_STEP;
        const struct step *q = s + n * (size_t)p / PIECES;
        const struct step *end = s + n * (size_t)(p + 1) / PIECES;

        for (; q < end; ++q)
            mine = join(mine, *q);
        part[p] = mine;
    }
    *whole = part[0];
    for (int p = 1; p < PIECES; p++)
        *whole = join(*whole, part[p]);
}
