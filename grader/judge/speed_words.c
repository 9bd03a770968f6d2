/* speed_words.c - see speed_words.h. */
#include "judge/speed_words.h"

#include <math.h>
#include <stdio.h>

#include "base/say.h"

static void say_slow(const struct speed *v, char *text, size_t size)
{
    const double percent = share_percent(v->fraction.middle, v->goal);
    const double goal = share_percent(v->goal, v->goal);

    if (v->threads == 0)
        snprintf(text, size,
                 _("Right, but too slow: one call takes %.3g ms; the lab's own "
                   "kernel takes %.3g ms here and now. That is %.0f %% of its "
                   "speed, and the goal is %.0f %%."),
                 v->yours * 1e3, v->ceiling * 1e3, percent, goal);
    else
        snprintf(text, size,
                 _("Right, but too slow: one call takes %.3g ms; the same work "
                   "spread evenly over %d threads takes %.3g ms here and now. "
                   "That is %.0f %% of what this machine can do, and the goal "
                   "is %.0f %%."),
                 v->yours * 1e3, v->threads, v->ceiling * 1e3, percent, goal);
}

static void say_untold(const struct speed *v, const struct verdict *verdict,
                       char *text, size_t size)
{
    const double goal = share_percent(v->goal, v->goal);

    if (verdict->why == WHY_IN_TURNS)
        snprintf(text, size,
                 _("This machine could not tell: other programs kept its "
                   "cores so busy that your threads hardly ever ran at "
                   "the same time. No points are lost. Close what else is "
                   "running and grade again."));
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
                   char *text, size_t size)
{
    if (verdict->why == WHY_ONE_CORE)
        snprintf(text, size,
                 _("Right, and fast enough, but not by sharing the work: of "
                   "the %d cores that it had your code used little more than "
                   "one. Let all threads do a part."),
                 v->threads);
    else if (verdict->status == STATUS_FAIL)
        say_slow(v, text, size);
    else
        say_untold(v, verdict, text, size);
}
