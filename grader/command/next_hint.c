/* next_hint.c - see next_hint.h, which has the rule. */
#include "command/next_hint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/terms.h"

/* A section that belongs to a finding. */
struct match {
    const struct hint_section *section;
    const struct finding *about;
    int order; /* small ones first */
};

static bool belongs(const struct hint_section *s, const struct finding *f)
{
    char text[sizeof f->name + sizeof f->message + 2];

    if (f->status != STATUS_FAIL || (int)f->kind != s->kind)
        return false;
    snprintf(text, sizeof text, "%s: %s", f->name, finding_english(f));
    return !s->words ||
           (terms_are(s->words) ? terms_fit(s->words, f->name, f->message)
                                : hint_words_in(s->words, text));
}

static bool wrong_with_one_thread(const struct lab_result *l)
{
    for (int i = 0; i < l->n_checks; i++)
        if (l->check[i].kind == KIND_CORRECTNESS &&
            l->check[i].status == STATUS_FAIL && finding_is_alone(&l->check[i]))
            return true;
    return false;
}

/* Rules 1 to 4; what is equal here stays in the order of the files. */
static int order_of(const struct hint_section *s, const struct finding *about,
                    bool no_race_is_why)
{
    int group = 0, rank = 0;

    switch (s->kind) {
    case KIND_RACE:
        group = 1;
        rank = no_race_is_why ? 2 : 0;
        break;
    case KIND_MEMORY:
        group = 1;
        break;
    case KIND_OUTPUT:
    case KIND_CORRECTNESS:
        group = 1;
        rank = 1;
        break;
    case KIND_TRAFFIC:
        group = 2;
        break;
    case KIND_SPEED:
        group = 3;
        break;
    }
    return group * 32 + (about && about->nit ? 16 : 0) +
           (s->first   ? 0
            : s->words ? 4
                       : 8) +
           rank;
}

static int in_order(const void *a, const void *b)
{
    const struct match *x = a, *y = b;

    if (x->order != y->order)
        return x->order - y->order;
    if (x->section->for_all != y->section->for_all)
        return x->section->for_all ? 1 : -1;
    return x->section->line - y->section->line;
}

/* All sections that belong to what failed, or "start"; how many. */
static int find_matches(const struct hints *h, const struct lab_result *l,
                        struct match *match)
{
    bool alone = wrong_with_one_thread(l);
    bool failed = false;
    int n = 0;

    for (int c = 0; c < l->n_checks; c++)
        failed = failed || l->check[c].status == STATUS_FAIL;
    for (int i = 0; i < h->n; i++) {
        const struct hint_section *s = &h->section[i];
        const struct finding *about = NULL;

        for (int c = 0; c < l->n_checks; c++)
            if (belongs(s, &l->check[c]) &&
                (!about || (about->nit && !l->check[c].nit)))
                about = &l->check[c];
        if (about || (!failed && s->kind == HINTS_TO_START))
            match[n++] = (struct match){s, about, order_of(s, about, alone)};
    }
    qsort(match, (size_t)n, sizeof *match, in_order);
    return n;
}

struct next_hint next_hint(const struct hints *h, const struct lab_result *l)
{
    struct match match[HINT_SECTIONS] = {{0}};
    struct next_hint next = {0};
    int n = find_matches(h, l, match);

    for (int i = 0; i < n; i++) {
        const struct hint_section *s = match[i].section;
        int shown = results_hints_shown(l, s->heading);

        next.all += s->n;
        if (next.section || shown >= s->n)
            continue;
        next.section = s;
        next.text = s->hint[shown];
        next.number = shown + 1;
        next.about = match[i].about;
    }
    return next;
}

void hints_again(const struct hints *h, struct lab_result *l)
{
    struct match match[HINT_SECTIONS] = {{0}};
    int n = find_matches(h, l, match);

    for (int i = 0; i < n; i++)
        results_set_hints_shown(l, match[i].section->heading, 0);
}
