/* Right: blocks are joined by all threads, and their results in the order of
 * the blocks. A thread whose turn it is and who has no core keeps all others
 * waiting. */
#include "map_reduce.h"

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
    const size_t block = 65536;
    struct step all = NO_STEP;

#pragma omp parallel for ordered schedule(static, 1)
    for (size_t begin = 0; begin < n; begin += block) {
        size_t end = n - begin < block ? n : begin + block;
        struct step mine = NO_STEP;

        for (size_t i = begin; i < end; i++)
            mine = join(mine, s[i]);
#pragma omp ordered
        all = join(all, mine);
    }
    *whole = all;
}
