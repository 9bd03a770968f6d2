/* timeline.c - see judge.h: the modelled timeline of a call. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

/* A place on the way to the last result, and how often it comes there. */
struct hold {
    const struct simt_step *step;
    int times;
};

/* Of the steps on that way, the one of those that `is` names that comes most
 * often. */
static struct hold most_often(int n,
                              bool is(const struct simt_step *s,
                                      const struct simt_step *before),
                              struct place (*place)(const struct simt_step *))
{
    enum { PLACES = 16 };
    struct hold hold[PLACES] = {{0}}, most = {0};
    const struct simt_step *s = timeline_last(steps, n), *before;
    int places = 0, i;

    for (int left = n; s && left > 0; left--, s = before) {
        before = timeline_before(steps, n, s);
        if (!before || !is(s, before))
            continue;
        for (i = 0; i < places && place(hold[i].step).line != place(s).line;)
            i++;
        if (i == PLACES)
            continue;
        places += i == places;
        hold[i] = (struct hold){s, hold[i].times + 1};
        if (hold[i].times > most.times)
            most = hold[i];
    }
    return most;
}

static bool host_held(const struct simt_step *s, const struct simt_step *before)
{
    (void)before;
    return !strcmp(s->why, "host") && *s->held && s->held_at.line;
}

static struct place where_held(const struct simt_step *s)
{
    return s->held_at;
}

static bool in_default_stream(const struct simt_step *s,
                              const struct simt_step *before)
{
    return !strcmp(s->why, "stream") && s->stream == 1 && before->stream != 1;
}

static struct place own_place(const struct simt_step *s)
{
    return s->place;
}

static struct place say_held(int n, char *text, size_t size)
{
    const struct hold h = most_often(n, host_held, where_held);

    if (h.step && strstr(h.step->held, "Memcpy"))
        snprintf(text, size,
                 _(" At line %d the host waits in %s() until the bytes are "
                   "copied, and asks for the next thing only then (x %d): so "
                   "it is with a copy without Async, and with memory of the "
                   "host that is not pinned."),
                 h.step->held_at.line, h.step->held, h.times);
    else if (h.step)
        snprintf(text, size,
                 _(" At line %d the host waits in %s() for what it has asked "
                   "for, and asks for the next thing only then (x %d)."),
                 h.step->held_at.line, h.step->held, h.times);
    return h.step ? h.step->held_at : (struct place){0};
}

static struct place say_default_stream(int n, char *text, size_t size)
{
    const struct hold h = most_often(n, in_default_stream, own_place);

    if (h.step)
        snprintf(text, size,
                 h.step->engine == SIMT_COMPUTE && !h.step->bytes
                     ? _(" %s at line %d is in the default stream, which waits "
                         "for all other streams, and they for it (x %d): the "
                         "fourth of the arguments between <<< and >>> is the "
                         "stream.")
                     : _(" %s at line %d is in the default stream, which waits "
                         "for all other streams, and they for it (x %d): its "
                         "last argument is the stream."),
                 h.step->what, h.step->place.line, h.times);
    return h.step ? h.step->place : (struct place){0};
}

/* Why things do not lie side by side, where that is plain to see, and which
 * line that is. */
static struct place why_in_a_row(int n, char *text, size_t size)
{
    struct place place = {0};
    bool several = false, pageable = false;

    *text = '\0';
    for (int i = 0; i < n; i++) {
        pageable = pageable || steps[i].pageable;
        /* a graph has branches, whatever stream it is launched in */
        several = several || steps[i].graph ||
                  steps[i].stream != steps[0].stream ||
                  steps[i].device != steps[0].device;
    }
    if (devices_in_a_row(n)) {
        snprintf(text, size,
                 _(" No two devices work at the same time: ask all of them "
                   "before you wait for one."));
        place = say_held(n, text + strlen(text), size - strlen(text));
    } else if (pageable) {
        snprintf(text, size,
                 _(" A copy holds the host as long as it takes, unless the "
                   "host's memory is pinned."));
    } else if (!several) {
        snprintf(text, size,
                 _(" All of it is in one stream, which does one thing after "
                   "the other."));
    } else {
        place = say_default_stream(n, text, size);
        if (!*text)
            place = say_held(n, text, size);
    }
    return place;
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
    struct place place;
    char waits[600] = "", why[500];

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
    place = why_in_a_row(n, why, sizeof why);
    for (int i = 0; i < parts && !place.line; i++)
        if (part[i].step)
            place = part[i].step->place;
    judge_fail_at(place,
                  _("Too long: %s takes %s on the modelled timeline; %s are "
                    "enough.%s What the last result had to wait for, one after "
                    "the other: %s. `make explain` draws it."),
                  text, timeline_time(t.span), timeline_time(most), why, waits);
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
