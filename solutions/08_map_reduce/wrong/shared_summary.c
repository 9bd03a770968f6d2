// caught by: race (correctness, speed)
// says: nothing orders
// hint: Which variable do all threads write
#include "map_reduce.h"

#include <omp.h>

void to_kelvin(size_t n, const double celsius[], double kelvin[])
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        kelvin[i] = celsius[i] + 273.15;
}

void summarize(size_t n, const double t[], struct summary *whole)
{
    struct summary s = NO_SUMMARY;

#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        s.sum += t[i];          // <- here
        if (t[i] < s.coldest) { // <- here
            s.coldest = t[i];   // <- here
            s.coldest_at = i;   // <- here
        }
        if (t[i] > s.hottest) // <- here
            s.hottest = t[i]; // <- here
    }
    *whole = s;
}

/* Room for this many threads; more are not asked for. */
enum { SLOTS = 256 };

void join_all(size_t n, const struct step s[], struct step *whole)
{
    struct step slot[SLOTS], all = NO_STEP;
    int threads = omp_get_max_threads() < SLOTS ? omp_get_max_threads() : SLOTS;
    int chunks = 1;

#pragma omp parallel num_threads(threads)
    {
        size_t me = (size_t)omp_get_thread_num();
        size_t team = (size_t)omp_get_num_threads();
        struct step mine = NO_STEP;

        for (size_t i = n * me / team; i < n * (me + 1) / team; i++)
            mine = join(mine, s[i]);
        slot[me] = mine;
#pragma omp single nowait
        chunks = (int)team; /* can be fewer than asked for */
    }
    for (int c = 0; c < chunks; c++)
        all = join(all, slot[c]);
    *whole = all;
}
