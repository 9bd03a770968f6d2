// caught by: correctness
// says: grow with the number of calls
// hint: from one call to the next
// Each call's slots stay in a list that nobody ever frees.
#include "map_reduce.h"

#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>

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

/* Room for this many threads; more are not asked for. */
enum { SLOTS = 256 };

void join_all(size_t n, const struct step s[], struct step *whole)
{
    static struct slots {
        struct slots *before;
        struct step of[SLOTS];
    } *all_slots;
    struct slots *slot = malloc(sizeof *slot);
    struct step all = NO_STEP;
    int threads = omp_get_max_threads() < SLOTS ? omp_get_max_threads() : SLOTS;
    int chunks = 1;

    if (!slot)
        abort();
    slot->before = all_slots;
    all_slots = slot;
#pragma omp parallel num_threads(threads)
    {
        size_t me = (size_t)omp_get_thread_num();
        size_t team = (size_t)omp_get_num_threads();
        struct step mine = NO_STEP;

        for (size_t i = n * me / team; i < n * (me + 1) / team; i++)
            mine = join(mine, s[i]);
        slot->of[me] = mine;
#pragma omp single nowait
        chunks = (int)team; /* can be fewer than asked for */
    }
    for (int c = 0; c < chunks; c++)
        all = join(all, slot->of[c]);
    *whole = all;
}
