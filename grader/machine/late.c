/* late.c - see late.h. */
#include "machine/late.h"

#include <math.h>

double late_own_time(const struct late_reading *r)
{
    const double used = fmax(r->cpu_most, r->cpu / r->cores) + r->asleep;

    return r->known ? fmin(used, r->wall) : r->wall;
}

enum late late_is(const struct late_reading *r, double limit)
{
    if (late_own_time(r) < limit) {
        if (r->wall < limit * LATE_PATIENCE)
            return LATE_NOT;
        /* Threads that come and go can use up a core, and none of them much. */
        if (r->cpu < r->wall / 2 || r->delay_all > r->wall / 4)
            return LATE_STARVED;
    }
    if (r->asleep > limit / 2)
        return LATE_WAITS;
    return r->team > LATE_MANY_A_CORE * r->cores && r->workers > r->cores
               ? LATE_CROWD
               : LATE_LOOPS;
}
