/* Each part from its end to its beginning, and so the slots. */
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
    struct step *slot = malloc((size_t)omp_get_max_threads() * sizeof *slot);
    struct step reduction = NO_STEP;
    int count = 0;

    if (!slot)
        exit(1);
#pragma omp parallel shared(count)
    {
        int me = omp_get_thread_num(), team = omp_get_num_threads();
        size_t begin = n * (size_t)me / (size_t)team;
        size_t i = n * ((size_t)me + 1) / (size_t)team;
        struct step end = {1, 0};

        while (i-- > begin)
            end = join(s[i], end);
        slot[me] = end;
        if (me == 0)
            count = team;
    }
    while (count > 0)
        reduction = join(slot[--count], reduction);
    free(slot);
    *whole = reduction;
}
