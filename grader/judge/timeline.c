/* timeline.c - see judge.h: the modelled timeline of a call. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>

#include "judge/ending.h"
#include "judge/traffic.h"
#include "reports/simt_report.h"
#include "show/simt_timeline.h"

static struct simt_step steps[SIMT_STEPS];

static int read_timeline(struct simt_timeline *t)
{
    int n;

    traffic_is_there();
    simt_report_symbolize(student.device);
    n = simt_report_timeline(student.device, t, steps, SIMT_STEPS);
    return n < SIMT_STEPS ? n : SIMT_STEPS;
}

struct judge_timeline judge_timeline(void)
{
    struct simt_timeline t;

    read_timeline(&t);
    return (struct judge_timeline){t.span, t.engine[SIMT_TO_DEVICE],
                                   t.engine[SIMT_FROM_DEVICE],
                                   t.engine[SIMT_COMPUTE]};
}

/* Several devices have kernels, and no two of them at the same time. */
static bool devices_in_a_row(int n)
{
    bool several = false;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) {
            const struct simt_step *a = &steps[i], *b = &steps[k];

            if (a->engine != SIMT_COMPUTE || b->engine != SIMT_COMPUTE ||
                a->device == b->device)
                continue;
            several = true;
            if (a->begin < b->end && b->begin < a->end)
                return false;
        }
    return several;
}

/* Why things do not lie side by side, where that is plain to see. */
static const char *why_in_a_row(int n)
{
    bool several = false;

    if (devices_in_a_row(n))
        return _(
            " No two devices work at the same time: ask all of them before "
            "you wait for one.");
    for (int i = 0; i < n; i++) {
        if (steps[i].pageable)
            return _(" A copy holds the host as long as it takes, unless the "
                     "host's memory is pinned.");
        /* a graph has branches, whatever stream it is launched in */
        several = several || steps[i].graph ||
                  steps[i].stream != steps[0].stream ||
                  steps[i].device != steps[0].device;
    }
    return several
               ? ""
               : _(" All of it is in one stream, which does one thing after "
                   "the other.");
}

/* "95.4 us: cudaMemcpyAsync at line 10 (8 times); ..." */
static void describe_parts(const struct timeline_part *part, int n, char *text,
                           size_t size)
{
    size_t used = 0;

    for (int i = 0; i < n && i < 4 && used < size; i++) {
        const struct simt_step *s = part[i].step;

        used += (size_t)snprintf(text + used, size - used,
                                 s ? _("%s%s: %.60s at line %d (x %d)")
                                   : _("%s%s: %s"),
                                 i ? "; " : "", timeline_time(part[i].took),
                                 s ? s->what : _("the host, which asks for it"),
                                 s ? s->place.line : 0, part[i].times);
    }
}

void judge_span_at_most(int64_t most, const char *what, ...)
{
    enum { PARTS = 64 };
    struct timeline_part part[PARTS];
    struct simt_timeline t;
    int n = read_timeline(&t), parts = timeline_parts(steps, n, part, PARTS);
    struct place place = {0};
    char waits[600] = "";

    WHAT(text, what);
    for (int i = 0; i < n; i++)
        if (!steps[i].waited)
            judge_fail_at(
                steps[i].place,
                _("Not waited for: %s ends while the device may still be at "
                  "work. This is the first thing that nobody has waited for; "
                  "wait for its stream."),
                text);
    if (t.span <= most)
        return;
    describe_parts(part, parts, waits, sizeof waits);
    for (int i = 0; i < parts && !place.line; i++)
        if (part[i].step)
            place = part[i].step->place;
    judge_fail_at(place,
                  _("Too long: %s takes %s on the modelled timeline; %s are "
                    "enough.%s What the last result had to wait for, one after "
                    "the other: %s. `make explain` draws it."),
                  text, timeline_time(t.span), timeline_time(most),
                  why_in_a_row(n), waits);
}

void judge_busiest_at_most(int64_t most, const char *what, ...)
{
    int64_t works[SIMT_DEVICES] = {0};
    struct simt_timeline t;
    int n = read_timeline(&t), busiest = 0;
    const struct simt_step *longest = NULL;

    for (int i = 0; i < n && i < SIMT_STEPS; i++)
        if (steps[i].engine == SIMT_COMPUTE && steps[i].device < SIMT_DEVICES)
            works[steps[i].device] += steps[i].end - steps[i].begin;
    for (int d = 1; d < SIMT_DEVICES; d++)
        if (works[d] > works[busiest])
            busiest = d;
    if (works[busiest] <= most)
        return;
    for (int i = 0; i < n && i < SIMT_STEPS; i++)
        if (steps[i].engine == SIMT_COMPUTE && steps[i].device == busiest &&
            (!longest ||
             steps[i].end - steps[i].begin > longest->end - longest->begin))
            longest = &steps[i];
    WHAT(text, what);
    judge_fail_at(
        longest ? longest->place : (struct place){0},
        _("Not the same share: %s takes %s of all devices' kernels on the "
          "modelled timeline, and device %d alone does %s of them; %s would be "
          "a fair share. `make explain` draws it."),
        text, timeline_time(t.engine[SIMT_COMPUTE]), busiest,
        timeline_time(works[busiest]), timeline_time(most));
}
