/*
 * simt_report.c - see simt_report.h: a report from its first byte to its
 * findings, its marks and its timeline. simt_read.c reads its lines,
 * simt_lookup.c finds the source's, simt_counts.c adds up, simt_say.c has the
 * sentences.
 */
#define _GNU_SOURCE
#include "reports/simt_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"

struct simt_report *simt_report_new(const char *program, const char *source)
{
    struct simt_report *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->program = strdup(program);
    r->source = source ? strdup(source) : NULL;
    if (!r->program || (source && !r->source)) {
        simt_report_free(r);
        return NULL;
    }
    return r;
}

void simt_report_free(struct simt_report *r)
{
    if (!r)
        return;
    free(r->program);
    free(r->source);
    free(r);
}

void simt_report_expect(struct simt_report *r, const char *secret)
{
    snprintf(r->secret, sizeof r->secret, "%s", secret);
}

void simt_report_feed(struct simt_report *r, const char *bytes, size_t n)
{
    while (n > 0) {
        const char *end = memchr(bytes, '\n', n);
        size_t part = end ? (size_t)(end - bytes) : n;

        if (r->used + part > sizeof r->line)
            r->skipping = true;
        if (!r->skipping) {
            memcpy(r->line + r->used, bytes, part);
            r->used += part;
        }
        if (end) {
            if (!r->skipping)
                simt_read_line(r, r->line, r->used);
            r->used = 0;
            r->skipping = false;
            part++;
        }
        bytes += part;
        n -= part;
    }
}

/* ---- questions ---------------------------------------------------------- */

bool simt_report_started(const struct simt_report *r)
{
    return r->started;
}

bool simt_report_mark_seen(const struct simt_report *r, uint32_t mark)
{
    for (unsigned i = 0; i < MAX_MARKS && i < r->marks && !r->forged; i++)
        if (r->mark[i] == mark)
            return true;
    return false;
}

bool simt_report_complete(const struct simt_report *r)
{
    /* the device stops sending them after some thousands */
    return r->started && r->ended && !r->forged &&
           (r->errors_told == r->errors_read || r->errors_read >= ENOUGH);
}

uint64_t simt_report_copied(const struct simt_report *r)
{
    return r->copied;
}

struct simt_changes simt_report_changes(const struct simt_report *r)
{
    return r->changes;
}

int simt_report_timeline(const struct simt_report *r, struct simt_timeline *t,
                         struct simt_step *out, int max)
{
    int n = r->timed ? r->n_step : 0;

    *t = r->timeline;
    for (int i = 0; i < n && i < max; i++) {
        struct simt_party site = {.code = r->step_code[i],
                                  .place = r->step[i].place};
        struct simt_party held = {.code = r->held_code[i]};

        simt_place_party(r, &site);
        simt_own_name(r, &site.place);
        simt_place_party(r, &held);
        simt_own_name(r, &held.place);
        out[i] = r->step[i];
        out[i].place = site.place;
        out[i].held_at = held.place;
    }
    return n;
}

/* ---- findings ----------------------------------------------------------- */

/* Whether two messages give the same advice: what comes behind the sentence
 * that says what happened, or is a part of it. */
static bool advise_alike(const struct finding *a, const struct finding *b)
{
    const char *behind_a = said_end(a->message),
               *behind_b = said_end(b->message);

    return *behind_a || *behind_b ? !strcmp(behind_a, behind_b)
                                  : said_same(a->message, b->message);
}

/* Whether two may be one mistake, seen in two places of a kernel: in one
 * launch, as kernels launched by their pointers have no names of their own. */
static bool alike(const struct simt_raw *a, const struct simt_raw *b)
{
    return a->kind == b->kind && *a->kernel && a->launch == b->launch &&
           a->at.place.line && b->at.place.line &&
           !strcmp(a->at.place.file, b->at.place.file) &&
           !strcmp(a->space, b->space) &&
           !strcmp(a->object.name, b->object.name) &&
           a->object.made.code == b->object.made.code;
}

/* "13, 14 and 20", "13 to 16" */
static void list_lines(const int *line, int n, char *text, size_t size)
{
    size_t used = 0;

    if (n > 2 && line[n - 1] - line[0] == n - 1) {
        said_put(text, size, SAY(part_line_range), line[0], line[n - 1]);
        return;
    }
    *text = '\0';
    for (int i = 0; i < n && used < size; i++)
        used += (size_t)said_put(text + used, size - used,
                                 i == 0       ? "%d"
                                 : i == n - 1 ? SAY(part_and_line)
                                              : ", %d",
                                 line[i]);
}

/* One mistake, of which `same` has all reports: the first has said it, and this
 * is where else it shows. */
static void say_also(const struct simt_report *r, const int same[MAX_FINDINGS],
                     int number, struct finding *f)
{
    int line[MAX_FINDINGS], n = 0, times = 0;
    char text[200];

    for (int i = 0; i < r->n_raw; i++) {
        const int new = r->raw[i].at.place.line;
        int at = n;

        if (same[i] != number || times++ == 0 || new == f->place.line)
            continue;
        while (at > 0 && line[at - 1] > new)
            at--;
        if (at > 0 && line[at - 1] == new)
            continue;
        memmove(line + at + 1, line + at, (size_t)(n - at) * sizeof *line);
        line[at] = new;
        n++;
    }
    list_lines(line, n, text, sizeof text);
    if (n > 0)
        finding_add(f, n == 1 ? SAY(same_at_line) : SAY(same_at_lines), text);
    else if (times > 1)
        finding_add(f, SAY(same_seen_many_times), times);
}

/* A mistake shows in several places, and each report of it would say the same:
 * they are one finding. */
static int tell(const struct simt_report *r, bool notes, struct finding *out,
                int max)
{
    const struct simt_raw *first[MAX_FINDINGS];
    int same[MAX_FINDINGS], n = 0;

    for (int i = 0; i < r->n_raw; i++) {
        const struct simt_raw *raw = &r->raw[i];
        struct finding one;
        bool said = false;

        same[i] = -1;
        if (raw->note != notes || raw->dropped)
            continue;
        for (int k = 0; k < n && k < max && same[i] < 0; k++) {
            if (!alike(first[k], raw))
                continue;
            if (!said)
                simt_say(raw, &one);
            said = true;
            if (advise_alike(&one, &out[k]))
                same[i] = k;
        }
        if (same[i] >= 0)
            continue;
        same[i] = n;
        first[n] = raw;
        if (n < max && said)
            out[n] = one;
        else if (n < max)
            simt_say(raw, &out[n]);
        n++;
    }
    for (int k = 0; k < n && k < max; k++)
        say_also(r, same, k, &out[k]);
    return n;
}

int simt_report_findings(const struct simt_report *r, struct finding *out,
                         int max)
{
    return tell(r, false, out, max);
}

int simt_report_notes(const struct simt_report *r, struct finding *out, int max)
{
    return tell(r, true, out, max);
}

bool simt_report_grows(const struct simt_report *r, int64_t times,
                       struct finding *out)
{
    for (int i = 0; i < r->n_raw; i++) {
        const struct simt_raw *raw = &r->raw[i];

        if (raw->note && !raw->dropped && raw->index >= times &&
            (raw->kind == SIMT_KIND_LEAK ||
             raw->kind == SIMT_KIND_NOT_DESTROYED)) {
            simt_say(raw, out);
            return true;
        }
    }
    return false;
}
