/* speed_words.c - see speed_words.h. */
#include "judge/speed_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/said.h"

static void say_slow(const struct speed *v, const char *function, char *text,
                     size_t size)
{
    const double percent = share_percent(v->fraction.middle, v->goal);
    const double goal = share_percent(v->goal, v->goal);

    if (v->threads == 0)
        said_put(text, size, SAY(too_slow_versus_kernel), function,
                 v->yours * 1e3, v->ceiling * 1e3, percent, goal);
    else
        said_put(text, size, SAY(too_slow_versus_even_share), function,
                 v->yours * 1e3, v->threads, v->ceiling * 1e3, percent, goal);
}

/* What the threads did meanwhile, and what to look for. */
static void say_why(const struct slow *slow, char *text, size_t size)
{
    const double percent = 100 * slow->share;

    switch (slow->why) {
    case SLOW_UNKNOWN:
        break;
    case SLOW_ALONE:
        said_put(text, size, SAY(load_imbalance_one_thread), percent);
        break;
    case SLOW_UNEVEN:
        said_put(text, size, SAY(load_imbalance_uneven_shares), percent);
        break;
    case SLOW_IN_TURNS:
        said_put(text, size, SAY(threads_serialized), percent);
        break;
    case SLOW_WAITS:
        said_put(text, size, SAY(threads_wait_for_each_other), percent);
        break;
    case SLOW_WAKES:
        said_put(text, size, SAY(threads_wake_too_often), slow->wakes);
        break;
    case SLOW_WORK:
        said_put(text, size, SAY(contention_or_extra_work), slow->work);
        break;
    }
}

static void say_untold(const struct speed *v, const struct verdict *verdict,
                       char *text, size_t size)
{
    const double goal = share_percent(v->goal, v->goal);

    if (verdict->why == WHY_IN_TURNS)
        said_put(text, size, SAY(could_not_tell_cores_busy));
    else if (isfinite(verdict->fastest) && verdict->fastest < v->goal)
        said_put(text, size, SAY(could_not_tell_below_goal), v->pairs,
                 share_percent(verdict->slowest, v->goal),
                 share_percent(verdict->fastest, v->goal), goal);
    else if (isfinite(verdict->slowest) && isfinite(verdict->fastest))
        said_put(text, size, SAY(could_not_tell_near_goal), v->pairs,
                 share_percent(verdict->slowest, v->goal),
                 share_percent(verdict->fastest, v->goal), goal);
    else
        said_put(text, size, SAY(could_not_tell_few_runs), v->pairs);
}

void verdict_words(const struct speed *v, const struct verdict *verdict,
                   const char *function, const struct slow *slow, char *text,
                   size_t size)
{
    if (verdict->why == WHY_ONE_CORE) {
        said_put(text, size, SAY(work_not_shared_one_core), v->threads);
    } else if (verdict->status == STATUS_FAIL) {
        say_slow(v, function, text, size);
        const size_t used = strlen(text);
        say_why(slow, text + used, size - used);
    } else {
        say_untold(v, verdict, text, size);
    }
}
