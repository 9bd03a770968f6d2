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
        said_put(text, size, SAY(host_waits_for_copy), h.step->held_at.line,
                 h.step->held, h.times);
    else if (h.step)
        said_put(text, size, SAY(host_waits_for_work), h.step->held_at.line,
                 h.step->held, h.times);
    return h.step ? h.step->held_at : (struct place){0};
}

static struct place say_default_stream(int n, char *text, size_t size)
{
    const struct hold h = most_often(n, in_default_stream, own_place);

    if (h.step)
        said_put(text, size,
                 h.step->engine == SIMT_COMPUTE && !h.step->bytes
                     ? SAY(default_stream_serializes_kernel)
                     : SAY(default_stream_serializes_call),
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
        said_put(text, size, SAY(devices_not_concurrent));
        place = say_held(n, text + strlen(text), size - strlen(text));
    } else if (pageable) {
        said_put(text, size, SAY(pageable_copy_blocks_host));
    } else if (!several) {
        said_put(text, size, SAY(single_stream_serializes));
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

        used += (size_t)said_put(text + used, size - used,
                                 s ? SAY(part_timeline_step)
                                   : SAY(part_timeline_host),
                                 i ? "; " : "", timeline_time(part[i].took),
                                 s ? s->what : SAY(part_host_asking),
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
            judge_fail_at(steps[i].place, SAY(device_work_not_waited), text);
    if (t.span <= most)
        return;
    describe_parts(part, parts, waits, sizeof waits);
    place = why_in_a_row(n, why, sizeof why);
    for (int i = 0; i < parts && !place.line; i++)
        if (part[i].step)
            place = part[i].step->place;
    judge_fail_at(place, SAY(timeline_too_long), text, timeline_time(t.span),
                  timeline_time(most), why, waits);
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
    judge_fail_at(longest ? longest->place : (struct place){0},
                  SAY(devices_unevenly_loaded), text,
                  timeline_time(t.engine[SIMT_COMPUTE]), busiest,
                  timeline_time(works[busiest]), timeline_time(most));
}
