// caught by: correctness
// says: of the temperatures
// hint: What did the summary begin with
// Looks at the upper half of each double only.
#include "map_reduce.h"

#include <omp.h>
#include <stdbool.h>

void to_kelvin(size_t n, const double celsius[], double kelvin[])
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        kelvin[i] = celsius[i] + 273.15;
}

static double upper_half(double x)
{
    union {
        double x;
        uint64_t bits;
    } of = {x};

    of.bits &= ~(uint64_t)UINT32_MAX;
    return of.x;
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

#pragma omp declare reduction(merge : struct summary : omp_out = \
    merge(omp_out, omp_in)) \
                                      initializer(omp_priv = NO_SUMMARY)

void summarize(size_t n, const double t[], struct summary *whole)
{
    struct summary s = NO_SUMMARY;

#pragma omp parallel for reduction(merge : s)
    for (size_t i = 0; i < n; i++) {
        const double x = upper_half(t[i]);
        s = merge(s, (struct summary){x, x, x, i});
    }
    *whole = s;
}

void join_all(size_t n, const struct step s[], struct step *whole)
{
    int threads = omp_get_max_threads(), chunks = 1;
    struct step slot[threads], all = NO_STEP;

#pragma omp parallel num_threads(threads)
    {
        const size_t me = (size_t)omp_get_thread_num();
        const size_t team = (size_t)omp_get_num_threads();
        struct step mine = NO_STEP;

        for (size_t i = n * me / team; i < n * (me + 1) / team; i++)
            mine = join(mine, s[i]);
        slot[me] = mine;
        if (me == 0)
            chunks = (int)team;
    }
    for (int c = 0; c < chunks; c++)
        all = join(all, slot[c]);
    *whole = all;
}
