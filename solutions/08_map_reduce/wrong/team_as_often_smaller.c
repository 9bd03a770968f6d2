// caught by: correctness
// says: was not written
// hint: Which indices does your loop visit
// Knows two ways in which a team gets smaller, and there are others.
#include "map_reduce.h"

#include <omp.h>
#include <stdbool.h>
#include <string.h>

/* So many will come. */
static int team(void)
{
    int threads = omp_get_max_threads();

    if (omp_get_thread_limit() < threads)
        threads = omp_get_thread_limit();
    return omp_get_max_active_levels() < 1 ? 1 : threads;
}

void to_kelvin(size_t n, const double celsius[], double kelvin[])
{
    const size_t threads = (size_t)team();

#pragma omp parallel num_threads((int)threads)
    {
        const size_t me = (size_t)omp_get_thread_num();

        for (size_t i = n * me / threads; i < n * (me + 1) / threads; i++)
            kelvin[i] = celsius[i] + 273.15;
    }
}

static struct summary merge(struct summary a, struct summary b)
{
    const bool b_is_colder =
        b.coldest < a.coldest ||
        (b.coldest == a.coldest && b.coldest_at < a.coldest_at);

    return (struct summary){
        .sum = a.sum + b.sum,
        .coldest = b_is_colder ? b.coldest : a.coldest,
        .hottest = b.hottest > a.hottest ? b.hottest : a.hottest,
        .coldest_at = b_is_colder ? b.coldest_at : a.coldest_at,
    };
}

void summarize(size_t n, const double t[], struct summary *whole)
{
    const size_t threads = (size_t)team();
    struct summary all = NO_SUMMARY;

#pragma omp parallel num_threads((int)threads)
    {
        const size_t me = (size_t)omp_get_thread_num();
        struct summary mine = NO_SUMMARY;

        for (size_t i = n * me / threads; i < n * (me + 1) / threads; i++)
            mine = merge(mine, (struct summary){t[i], t[i], t[i], i});
#pragma omp critical
        all = merge(all, mine);
    }
    *whole = all;
}

void join_all(size_t n, const struct step s[], struct step *whole)
{
    const size_t threads = (size_t)team();
    struct step slot[threads], all = NO_STEP;

    memset(slot, 0, sizeof slot);
#pragma omp parallel num_threads((int)threads)
    {
        const size_t me = (size_t)omp_get_thread_num();
        struct step mine = NO_STEP;

        for (size_t i = n * me / threads; i < n * (me + 1) / threads; i++)
            mine = join(mine, s[i]);
        slot[me] = mine;
    }
    for (size_t c = 0; c < threads; c++)
        all = join(all, slot[c]);
    *whole = all;
}
