/* The threads' results are joined in pairs, in a tree, by the threads. */
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

struct line {
    struct step step;
    char rest[64 - sizeof(struct step)];
};

void join_all(size_t n, const struct step s[], struct step *whole)
{
    struct line *at = calloc((size_t)omp_get_max_threads(), sizeof *at);

    if (!at)
        abort();
#pragma omp parallel
    {
        size_t k = (size_t)omp_get_thread_num();
        size_t team = (size_t)omp_get_num_threads();
        size_t end = n * (k + 1) / team;
        struct step mine = NO_STEP;

        for (size_t i = n * k / team; i < end; i++)
            mine = join(mine, s[i]);
        at[k].step = mine;
        for (size_t far = 1; far < team; far *= 2) {
#pragma omp barrier
            if (k % (2 * far) == 0 && k + far < team)
                at[k].step = join(at[k].step, at[k + far].step);
        }
#pragma omp barrier
#pragma omp single
        *whole = at[0].step;
    }
    free(at);
}
