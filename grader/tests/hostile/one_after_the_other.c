// expect: correctness: one after the other
// lab: 08_map_reduce
#include "map_reduce.h"
#include <omp.h>
#include <stdlib.h>
static struct summary merge(struct summary a, struct summary b)
{
    struct summary both = a;
    both.sum += b.sum;
    if (b.coldest < a.coldest ||
        (b.coldest == a.coldest && b.coldest_at < a.coldest_at)) {
        both.coldest = b.coldest;
        both.coldest_at = b.coldest_at;
    }
    if (b.hottest > a.hottest)
        both.hottest = b.hottest;
    return both;
}
#pragma omp declare reduction(merge : struct summary : omp_out = merge(omp_out, omp_in)) \
                                      initializer(omp_priv = NO_SUMMARY)
/* Each thread has its part, but only one works at a time. */
void to_kelvin(size_t n, const double celsius[], double kelvin[])
{
#pragma omp parallel
    {
        size_t me = (size_t)omp_get_thread_num(),
               team = (size_t)omp_get_num_threads();
        size_t begin = n / team * me + (me < n % team ? me : n % team);
        size_t end = begin + n / team + (me < n % team);
#pragma omp critical
        for (size_t i = begin; i < end; i++)
            kelvin[i] = celsius[i] + 273.15;
    }
}
void summarize(size_t n, const double t[], struct summary *whole)
{
    struct summary s = NO_SUMMARY;
#pragma omp parallel
    {
        size_t me = (size_t)omp_get_thread_num(),
               team = (size_t)omp_get_num_threads();
        size_t begin = n / team * me + (me < n % team ? me : n % team);
        size_t end = begin + n / team + (me < n % team);
#pragma omp critical
        for (size_t i = begin; i < end; i++)
            s = merge(s, (struct summary){t[i], t[i], t[i], i});
    }
    *whole = s;
}
void join_all(size_t n, const struct step s[], struct step *whole)
{
    int most = omp_get_max_threads(), team = 1;
    struct step *slot = malloc((size_t)most * sizeof *slot), all = NO_STEP;
#pragma omp parallel num_threads(most)
    {
        int k = omp_get_thread_num(), t = omp_get_num_threads();
        struct step mine = NO_STEP;
        if (k == 0)
            team = t;
#pragma omp for schedule(static) nowait
        for (size_t i = 0; i < n; i++)
            mine = join(mine, s[i]);
        slot[k] = mine;
    }
    for (int k = 0; k < team; k++)
        all = join(all, slot[k]);
    free(slot);
    *whole = all;
}
