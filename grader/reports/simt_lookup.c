/*
 * simt_lookup.c - see simt_state.h: from code addresses to the student's lines,
 * and which findings say nothing new then.
 */
#define _GNU_SOURCE
#include "reports/simt_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/race_tools.h"
#include "reports/simt_lock.h"

/* ---- whose code it is --------------------------------------------------- */

static int file_number(struct simt_report *r, const char *file)
{
    char name[sizeof r->file[0]];

    simt_clean(file, name, sizeof name);
    for (int i = 0; i < r->n_file; i++)
        if (!strcmp(r->file[i], name))
            return i;
    if (r->n_file == MAX_FILES)
        return -1;
    memcpy(r->file[r->n_file], name, sizeof name);
    return r->n_file++;
}

/* Headers of the system and of the device are nobody's code. */
static bool is_own(const struct simt_report *r, const char *file)
{
    static const char *const not_own[] = {"/usr/include/", "/usr/lib/",
                                          "/common/simt/"};

    if (r->source)
        return same_file(file, r->source);
    for (size_t i = 0; i < sizeof not_own / sizeof *not_own; i++)
        if (strstr(file, not_own[i]))
            return false;
    return *file && *file != '?' && *file != '<';
}

struct asking {
    struct simt_report *r;
    int *code; /* the numbers of those asked about */
};

static bool mine(void *context, int i, const char *file)
{
    struct asking *a = context;
    struct address *c = &a->r->code[a->code[i]];

    if (!is_own(a->r, file))
        return false;
    if (c->file < 0)
        c->file = file_number(a->r, a->r->source ? a->r->source : file);
    c->frames += c->file >= 0 && same_file(file, a->r->file[c->file]);
    return true;
}

static bool outermost(void *context, int i, const char *file)
{
    struct asking *a = context;
    struct address *c = &a->r->code[a->code[i]];

    return c->file >= 0 && same_file(file, a->r->file[c->file]) &&
           ++c->frame == c->frames;
}

/* ---- places ------------------------------------------------------------- */

void simt_place_party(const struct simt_report *r, struct simt_party *s)
{
    const struct address *c = s->code < 0 ? NULL : &r->code[s->code];

    if (!c || c->file < 0 || !c->spot.line)
        return;
    snprintf(s->place.file, sizeof s->place.file, "%s", r->file[c->file]);
    s->place.line = c->spot.line;
    s->place.column = c->spot.column;
    s->rough = c->spot.rough;
}

static bool same_place(const struct place *a, const struct place *b)
{
    return a->line == b->line && !strcmp(a->file, b->file);
}

/* The kernel is inlined where it is launched: that line says nothing. */
static bool is_launch(const struct simt_report *r, const struct place *p)
{
    for (int i = 0; i < r->n_kernel; i++)
        if (same_place(p, &r->kernel[i].kernel.place))
            return true;
    return false;
}

static void place_caller(const struct simt_report *r, struct simt_party *s)
{
    const struct address *c = s->code < 0 ? NULL : &r->code[s->code];
    struct place p = s->place;

    if (!c || !c->outermost.line || !p.line)
        return;
    p.line = c->outermost.line;
    if (!same_place(&p, &s->place) && !is_launch(r, &p))
        s->caller = p;
}

void simt_own_name(const struct simt_report *r, struct place *place)
{
    if (r->source && *place->file && same_file(place->file, r->source))
        snprintf(place->file, sizeof place->file, "%s", r->source);
}

/* Whether a finding adds nothing for a reader. */
static bool says_nothing_new(const struct simt_report *r,
                             const struct simt_raw *raw)
{
    const struct simt_party *at = &raw->at, *other = &raw->other;

    if ((raw->kind == SIMT_KIND_LEAK || raw->kind == SIMT_KIND_NOT_DESTROYED) &&
        r->broken)
        return true;
    /* who only tries to take it may give up */
    if (raw->kind == SIMT_KIND_LOCK_ORDER && raw->has_other &&
        !(simt_waits_for_lock(at) && simt_waits_for_lock(other)))
        return true;
    /* one barrier in the source, several in the code */
    if (raw->kind == SIMT_KIND_BARRIER && raw->has_other && !other->ended &&
        at->place.line && !strcmp(other->op, "barrier") &&
        same_place(&at->place, &other->place) &&
        at->place.column == other->place.column)
        return true;
    for (const struct simt_raw *old = r->raw; old < raw; old++)
        if (!old->dropped && !strcmp(old->word, raw->word) &&
            old->note == raw->note && at->place.line &&
            !strcmp(old->object.name, raw->object.name) &&
            old->has_other == raw->has_other &&
            ((same_place(&old->at.place, &at->place) &&
              same_place(&old->other.place, &other->place)) ||
             (raw->has_other && same_place(&old->at.place, &other->place) &&
              same_place(&old->other.place, &at->place))))
            return true;
    return false;
}

/* ---- all of it ---------------------------------------------------------- */

/* Room for all code addresses: their numbers, and what is asked and told. */
struct lookup {
    struct asking asking;
    int *code, n;
    unsigned long *pc;
    struct spot *spot;
};

static void ask_for(struct lookup *l, int code)
{
    l->pc[l->n] = l->asking.r->code[code].pc;
    l->code[l->n++] = code;
}

/* True if there are answers, in spot[]. */
static bool look_up(struct lookup *l, symbolize_rule *rule)
{
    struct simt_report *r = l->asking.r;

    return l->n && symbolize_by(r->symbolizer, r->program, rule, &l->asking,
                                l->pc, l->n, l->spot) == 0;
}

/* The line of each code address that is new. */
static void look_up_new(struct simt_report *r, struct lookup *l)
{
    l->n = 0;
    for (int i = 0; i < r->n_code; i++)
        if (!r->code[i].asked) {
            r->code[i].asked = true;
            ask_for(l, i);
        }
    if (l->n && !*r->symbolizer) {
        struct race_tools tools;
        race_tools_find(&tools);
        snprintf(r->symbolizer, sizeof r->symbolizer, "%s", tools.symbolizer);
    }
    if (look_up(l, mine))
        for (int i = 0; i < l->n; i++)
            r->code[l->code[i]].spot = l->spot[i];
}

/* Of what is at fault and lies in a function of the student's that was inlined,
 * the line that calls it. */
static void look_up_callers(struct simt_report *r, struct lookup *l)
{
    l->n = 0;
    for (int i = 0; i < r->n_raw; i++)
        if (r->raw[i].at.code >= 0)
            r->code[r->raw[i].at.code].at_fault = true;
    for (int i = 0; i < r->n_code; i++)
        if (r->code[i].at_fault && r->code[i].frames > 1 && !r->code[i].frame)
            ask_for(l, i);
    if (look_up(l, outermost))
        for (int i = 0; i < l->n; i++)
            r->code[l->code[i]].outermost = l->spot[i];
}

void simt_report_symbolize(struct simt_report *r)
{
    const size_t most = (size_t)r->n_code + 1;
    struct lookup l = {.code = calloc(most, sizeof *l.code),
                       .pc = calloc(most, sizeof *l.pc),
                       .spot = calloc(most, sizeof *l.spot)};

    l.asking = (struct asking){.r = r, .code = l.code};
    if (!l.code || !l.pc || !l.spot)
        goto done; /* sentences without lines */
    look_up_new(r, &l);
    look_up_callers(r, &l);
    for (int i = 0; i < r->n_kernel; i++)
        simt_own_name(r, &r->kernel[i].kernel.place);
    for (int i = 0; i < r->n_raw; i++) {
        struct simt_raw *raw = &r->raw[i];
        simt_place_party(r, &raw->at);
        simt_place_party(r, &raw->other);
        simt_place_party(r, &raw->object.made);
        simt_place_party(r, &raw->object.freed);
        simt_own_name(r, &raw->at.place);
        simt_own_name(r, &raw->other.place);
        place_caller(r, &raw->at);
        raw->dropped = says_nothing_new(r, raw);
    }
done:
    free(l.spot);
    free(l.pc);
    free(l.code);
}
