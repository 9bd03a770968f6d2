// caught by: correctness
// says: the step {0, 0} makes 0 of every number
// hint: which slots did they write
/* Slots of threads that do not come are all 0, and 0 is no NO_STEP. */
#include "map_reduce.h"

#include <omp.h>
#include <stdbool.h>

void to_kelvin(size_t n, const double celsius[], double kelvin[])
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        kelvin[i] = celsius[i] + 273.15;
}

static struct summary merge(struct summary a, struct summary b)
{
    bool b_is_colder = b.coldest < a.coldest ||
                       (b.coldest == a.coldest && b.coldest_at < a.coldest_at);

    return (struct summary){
        .sum = a.sum + b.sum,
        .coldest = b_is_colder ? b.coldest : a.coldest,
        .hottest = b.hottest > a.hottest ? b.hottest : a.hottest,
        .coldest_at = b_is_colder ? b.coldest_at : a.coldest_at,
    };
}

#pragma omp declare reduction(merge : struct summary : omp_out =               \
                              merge(omp_out, omp_in)) \
                                      initializer(omp_priv = NO_SUMMARY)

void summarize(size_t n, const double t[], struct summary *whole)
{
    struct summary s = NO_SUMMARY;

#pragma omp parallel for reduction(merge : s)
    for (size_t i = 0; i < n; i++)
        s = merge(s, (struct summary){t[i], t[i], t[i], i});
    *whole = s;
}

void join_all(size_t n, const struct step s[], struct step *whole)
{
    int threads = omp_get_max_threads();
    struct step slot[threads], all = NO_STEP;

    for (int c = 0; c < threads; c++)
        slot[c] = (struct step){0, 0};

#pragma omp parallel num_threads(threads)
    {
        size_t me = (size_t)omp_get_thread_num();
        size_t team = (size_t)omp_get_num_threads();
        struct step mine = NO_STEP;

        for (size_t i = n * me / team; i < n * (me + 1) / team; i++)
            mine = join(mine, s[i]);
        slot[me] = mine;
    }
    for (int c = 0; c < threads; c++)
        all = join(all, slot[c]);
    *whole = all;
}
