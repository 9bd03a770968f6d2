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

static int tell(const struct simt_report *r, bool notes, struct finding *out,
                int max)
{
    int n = 0;

    for (int i = 0; i < r->n_raw; i++)
        if (r->raw[i].note == notes && !r->raw[i].dropped && n++ < max)
            simt_say(&r->raw[i], &out[n - 1]);
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
