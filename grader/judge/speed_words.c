/* speed_words.c - see speed_words.h. */
#include "judge/speed_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/say.h"

static void say_slow(const struct speed *v, const char *function, char *text,
                     size_t size)
{
    const double percent = share_percent(v->fraction.middle, v->goal);
    const double goal = share_percent(v->goal, v->goal);

    if (v->threads == 0)
        snprintf(text, size,
                 _("Right, but too slow: one call of %s() takes %.3g ms; the "
                   "lab's own "
                   "kernel takes %.3g ms here and now. That is %.0f %% of its "
                   "speed, and the goal is %.0f %%."),
                 function, v->yours * 1e3, v->ceiling * 1e3, percent, goal);
    else
        snprintf(text, size,
                 _("Right, but too slow: one call of %s() takes %.3g ms; the "
                   "same work "
                   "spread evenly over %d threads takes %.3g ms here and now. "
                   "That is %.0f %% of what this machine can do, and the goal "
                   "is %.0f %%."),
                 function, v->yours * 1e3, v->threads, v->ceiling * 1e3,
                 percent, goal);
}

/* What the threads did meanwhile, and what to look for. */
static void say_why(const struct slow *slow, char *text, size_t size)
{
    const double percent = 100 * slow->share;

    switch (slow->why) {
    case SLOW_UNKNOWN:
        break;
    case SLOW_ALONE:
        snprintf(text, size,
                 _(" One thread did nearly all of it; the others worked %.0f "
                   "%% of the time. Look for what lies outside of the parallel "
                   "region, or is for one thread only."),
                 percent);
        break;
    case SLOW_UNEVEN:
        snprintf(text, size,
                 _(" One thread worked all the time, the others %.0f %% of it: "
                   "their shares are not the same work. Give all the same, or "
                   "let each fetch the next piece when it has done one, as "
                   "schedule(dynamic, ...) does."),
                 percent);
        break;
    case SLOW_IN_TURNS:
        snprintf(text, size,
                 _(" Your threads worked in turns, no two at the same time: "
                   "each %.0f %% of the time. Look for a lock, a critical or "
                   "an ordered section around the work itself."),
                 percent);
        break;
    case SLOW_WAITS:
        snprintf(text, size,
                 _(" Your threads waited for each other: each worked %.0f %% "
                   "of the time. Look for a lock, a critical section, a "
                   "barrier or a parallel region inside of a loop."),
                 percent);
        break;
    case SLOW_WAKES:
        snprintf(text, size,
                 _(" Your threads fell asleep and were woken %.0f times in one "
                   "call. Look for a parallel region, a barrier or a lock "
                   "inside of a loop: each should be worth many steps."),
                 slow->wakes);
        break;
    case SLOW_WORK:
        snprintf(text, size,
                 _(" All threads together took %.1f times the processor time "
                   "of the same work spread evenly: they are in each other's "
                   "way, or do more than needed. Look for an atomic operation, "
                   "a lock, or a piece of work that is fetched in each step, "
                   "as schedule(dynamic) does; and for variables of several "
                   "threads side by side in memory that are written in each "
                   "step."),
                 slow->work);
        break;
    }
}

static void say_untold(const struct speed *v, const struct verdict *verdict,
                       char *text, size_t size)
{
    const double goal = share_percent(v->goal, v->goal);

    if (verdict->why == WHY_IN_TURNS)
        snprintf(text, size,
                 _("This machine could not tell: it was fast enough, but other "
                   "programs kept the cores so busy that your threads could "
                   "not be seen to work at the same time. No points are lost. "
                   "Close what else is "
                   "running and grade again."));
    else if (isfinite(verdict->fastest) && verdict->fastest < v->goal)
        snprintf(text, size,
                 _("This machine could not tell: in %d pairs of runs your code "
                   "came to %.0f to %.0f %% of what is possible, and the goal "
                   "is %.0f %%. But other programs were running, and that may "
                   "be why. No points are lost. Close what else is running and "
                   "grade again."),
                 v->pairs, share_percent(verdict->slowest, v->goal),
                 share_percent(verdict->fastest, v->goal), goal);
    else if (isfinite(verdict->slowest) && isfinite(verdict->fastest))
        snprintf(text, size,
                 _("This machine could not tell: after %d pairs of runs "
                   "your code may be at %.0f to %.0f %% of what is "
                   "possible, and the goal is %.0f %%. No points are "
                   "lost. Close what else is running and grade again."),
                 v->pairs, share_percent(verdict->slowest, v->goal),
                 share_percent(verdict->fastest, v->goal), goal);
    else
        snprintf(text, size,
                 _("This machine could not tell: there was time for only "
                   "%d pairs of runs. No points are lost. Close what else "
                   "is running and grade again."),
                 v->pairs);
}

void verdict_words(const struct speed *v, const struct verdict *verdict,
                   const char *function, const struct slow *slow, char *text,
                   size_t size)
{
    if (verdict->why == WHY_ONE_CORE) {
        snprintf(text, size,
                 _("Right, and fast enough, but not by sharing the work: of "
                   "the %d cores that it had your code used little more than "
                   "one. Let all threads do a part."),
                 v->threads);
    } else if (verdict->status == STATUS_FAIL) {
        say_slow(v, function, text, size);
        const size_t used = strlen(text);
        say_why(slow, text + used, size - used);
    } else {
        say_untold(v, verdict, text, size);
    }
}
