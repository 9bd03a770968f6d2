/*
 * mutants.c - see mutants.h. What the kinds of mistakes (slips.h) make is put
 * in order.
 *
 * Which mistakes: those that are known from students' answers, and the usual
 * ones of mutation testing. A mistake that the compiler refuses costs little,
 * so the rules are simple, and none tries to know what a name means.
 */
#include "variants/mutants.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "variants/slips.h"

static int by_place(const void *a, const void *b)
{
    const struct mutant *x = a, *y = b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->length != y->length ? (x->length < y->length ? -1 : 1)
                                  : strcmp(x->instead, y->instead);
}

/* Count those that look the same. */
static void number(struct mutants *all)
{
    for (int i = 0; i < all->n; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(all->mutant[i].before, all->mutant[k].before) &&
                !strcmp(all->mutant[i].after, all->mutant[k].after))
                all->mutant[i].nth = all->mutant[k].nth + 1;
}

void mutants_make(const char *text, struct mutants *out)
{
    struct maker m = {.text = text, .out = out};

    memset(out, 0, sizeof *out);
    slip_read(&m);
    slip_everywhere(&m);
    if (out->n > 0)
        qsort(out->mutant, (size_t)out->n, sizeof *out->mutant, by_place);
    number(out);
    slip_free(&m);
}

void mutants_free(struct mutants *m)
{
    for (int i = 0; i < m->n; i++) {
        free(m->mutant[i].instead);
        free(m->mutant[i].before);
        free(m->mutant[i].after);
    }
    free(m->mutant);
    memset(m, 0, sizeof *m);
}

char *mutant_text(const char *text, const struct mutant *m)
{
    size_t rest = strlen(text) - m->at - m->length;
    size_t n = m->at, size = strlen(text) + strlen(m->instead) + 1;
    char *mutated = must(malloc(size));
    int lines = 0;

    memcpy(mutated, text, m->at);
    n += (size_t)sprintf(mutated + n, "%s", m->instead);
    for (size_t i = 0; i < m->length; i++)
        lines += text[m->at + i] == '\n';
    for (const char *p = m->instead; *p; p++)
        lines -= *p == '\n';
    /* At the end of a line: a directive's lines may be joined by \. */
    while (lines-- > 0)
        mutated[n++] = '\n';
    memcpy(mutated + n, text + m->at + m->length, rest + 1);
    return mutated;
}
