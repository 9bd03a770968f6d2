/* The slots are kept from call to call; there are more only if more threads
 * come. The map and the summary count in blocks, which an int can. */
#include "map_reduce.h"

#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>

void to_kelvin(size_t n, const double celsius[], double kelvin[])
{
    enum { BLOCK = 1024 };
    int blocks = (int)((n + BLOCK - 1) / BLOCK);

#pragma omp parallel for
    for (int b = 0; b < blocks; b++) {
        size_t begin = (size_t)b * BLOCK;
        size_t end = n - begin < BLOCK ? n : begin + BLOCK;

        for (size_t i = begin; i < end; i++)
            kelvin[i] = celsius[i] + 273.15;
    }
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

static struct step *slot;
static int slots;

void join_all(size_t n, const struct step s[], struct step *whole)
{
    struct step all = NO_STEP;
    int threads = omp_get_max_threads(), team = 1;

    if (threads > slots) {
        struct step *more = realloc(slot, (size_t)threads * sizeof *slot);

        if (!more)
            abort();
        slot = more;
        slots = threads;
    }
#pragma omp parallel num_threads(threads)
    {
        size_t me = (size_t)omp_get_thread_num();
        size_t parts = (size_t)omp_get_num_threads();
        struct step mine = NO_STEP;

        for (size_t i = n * me / parts; i < n * (me + 1) / parts; i++)
            mine = join(mine, s[i]);
        slot[me] = mine;
#pragma omp master
        team = (int)parts;
    }
    for (int t = 0; t < team; t++)
        all = join(all, slot[t]);
    *whole = all;
}
