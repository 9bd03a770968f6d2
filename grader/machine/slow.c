/* slow.c - see slow.h. First what one call tells, then what all of them do. */
#include "machine/slow.h"

#include <math.h>

/* Of the call's time, run delay of all threads together: with more of it, who
 * waited for whom is not known. Processor time is, roughly: a busy neighbour
 * makes it half as much again, not three times as much. */
static const double disturbed = 0.15;
static const double far_more = 3, more = 1.6;

/* Of the call's time, what a thread worked. */
static const double all_the_time = 0.85, hardly = 0.1, much_less = 0.6;
static const double good_part = 0.7;

/* How many threads worked at once, on average: no two. */
static const double one_at_once = 1.15;

/* Who is never woken leaves a core every few milliseconds, where others want it
 * all the time, too. */
static const double many_wakes = 200, wakes_a_second = 5000;

enum { FEWEST = 3 }; /* calls that have to agree */

static double share_of_others(const struct usage *u, int cores)
{
    return (u->cpu - u->cpu_most) / (cores - 1) / u->wall;
}

static double share_of_all(const struct usage *u, int cores)
{
    return u->cpu / cores / u->wall;
}

/* Whether all cores were theirs. The ceiling could use all of them all the
 * time, and did; where a host takes cores away no thread has run delay. */
static bool undisturbed(const struct usage *u, const struct usage *ceiling,
                        int cores)
{
    return u->delays_known && u->delay_all <= disturbed * u->wall &&
           share_of_all(ceiling, cores) >= all_the_time;
}

/* Whether others' threads had no work, rather than no core: the busiest
 * thread's own run delay is all there is. */
static bool alone(const struct usage *u)
{
    const double few = 0.05;

    return u->delays_known && u->cpu - u->cpu_most <= few * u->cpu &&
           u->delay_all <= u->wall - u->cpu_most + few * u->wall &&
           u->cpu_most + u->delay_all >= all_the_time * u->wall;
}

static enum slow_why why_one(const struct usage *u, const struct usage *ceiling,
                             int cores)
{
    const double work = u->cpu / ceiling->cpu;
    const double most = u->cpu_most / u->wall;
    const double others = share_of_others(u, cores);
    const double all = share_of_all(u, cores);

    if (alone(u))
        return SLOW_ALONE;
    if (u->delays_known && u->turns >= many_wakes &&
        u->turns >= wakes_a_second * u->wall && u->cpu > ceiling->cpu)
        return SLOW_WAKES;
    if (!undisturbed(u, ceiling, cores))
        return work >= far_more ? SLOW_WORK : SLOW_UNKNOWN;
    if (most >= all_the_time && others <= hardly)
        return SLOW_ALONE;
    if (most >= all_the_time && others <= much_less && work < more)
        return SLOW_UNEVEN;
    if (u->cpu <= one_at_once * u->wall && most < good_part && u->workers > 1)
        return SLOW_IN_TURNS;
    if (all < good_part && most < all_the_time && u->workers > 1)
        return SLOW_WAITS;
    if (work >= far_more || (work >= more && all >= good_part))
        return SLOW_WORK;
    return SLOW_UNKNOWN;
}

struct slow slow_of(const struct usage *yours, const struct usage *ceiling,
                    int n, int cores)
{
    double share[MEASURE_MAX_PAIRS], work[MEASURE_MAX_PAIRS];
    double wakes[MEASURE_MAX_PAIRS];
    int votes[SLOW_WORK + 1] = {0}, told = 0, k = 0;
    enum slow_why best = SLOW_UNKNOWN;

    if (cores < 2)
        return (struct slow){SLOW_UNKNOWN, NAN, NAN, NAN};
    for (int i = 0; i < n && i < MEASURE_MAX_PAIRS; i++) {
        if (!(yours[i].wall > 0 && yours[i].cpu > 0 && ceiling[i].cpu > 0))
            continue;
        enum slow_why why = why_one(&yours[i], &ceiling[i], cores);

        told +=
            why != SLOW_UNKNOWN || undisturbed(&yours[i], &ceiling[i], cores);
        votes[why]++;
    }
    for (enum slow_why w = SLOW_ALONE; w <= SLOW_WORK; w++)
        if (votes[w] >= FEWEST && 4 * votes[w] >= 3 * told)
            best = w;
    for (int i = 0; best && i < n && i < MEASURE_MAX_PAIRS; i++) {
        if (!(yours[i].wall > 0 && yours[i].cpu > 0 && ceiling[i].cpu > 0) ||
            why_one(&yours[i], &ceiling[i], cores) != best)
            continue;
        share[k] = best == SLOW_ALONE || best == SLOW_UNEVEN
                       ? share_of_others(&yours[i], cores)
                       : share_of_all(&yours[i], cores);
        wakes[k] = yours[i].turns;
        work[k++] = yours[i].cpu / ceiling[i].cpu;
    }
    return (struct slow){best, measure_median(share, k),
                         measure_median(work, k), measure_median(wakes, k)};
}
