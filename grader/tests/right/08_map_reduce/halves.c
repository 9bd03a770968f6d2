/* The left half is a task, the right one is done at once. */
#include "map_reduce.h"

#include <omp.h>

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

static struct step all_of(const struct step *s, size_t n, size_t leaf)
{
    struct step left = NO_STEP, right;

    if (n <= leaf) {
        for (size_t i = 0; i < n; i++)
            left = join(left, s[i]);
        return left;
    }
#pragma omp task shared(left) firstprivate(s, n, leaf)
    left = all_of(s, n / 2, leaf);
    right = all_of(s + n / 2, n - n / 2, leaf);
#pragma omp taskwait
    return join(left, right);
}

void join_all(size_t n, const struct step s[], struct step *whole)
{
#pragma omp parallel
#pragma omp single
    *whole = all_of(s, n, n / 64 + 16);
}
