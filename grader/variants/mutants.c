/*
 * mutants.c - see mutants.h. The text is cut into words; each kind of mistake
 * (slips.h) looks through them; what comes of that is put in order.
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

/* ---- words -------------------------------------------------------------- */

/* What kind of directive begins at text[at], a '#'. */
static enum place_of directive(const char *p)
{
    p++;
    p += strspn(p, " \t");
    return !strncmp(p, "define", 6)   ? DEFINE
           : !strncmp(p, "pragma", 6) ? PRAGMA
                                      : ELSEWHERE;
}

static void read_words(struct maker *m)
{
    struct tokens all;
    enum place_of place = CODE;
    bool first = false;

    tokens_read(&all, m->text);
    m->t = must(calloc((size_t)all.n + 1, sizeof *m->t));
    for (const struct token *t = all.t; t < all.t + all.n; t++) {
        if (!t->directive)
            place = CODE;
        if (t->kind == TOKEN_BLANK || t->kind == TOKEN_COMMENT)
            continue;
        if (t->directive && place == CODE) { /* the # itself */
            place = directive(t->at);
            first = true;
            continue;
        }
        m->t[m->n] = (struct word){.kind = t->kind,
                                   .place = place,
                                   .at = (size_t)(t->at - all.text),
                                   .length = t->length,
                                   .line = t->line,
                                   .match = -1,
                                   .first = first};
        m->n++;
        first = false;
    }
    tokens_free(&all);
}

static void match_brackets(struct maker *m)
{
    static const char *const open[] = {"(", "[", "{", "<<<", NULL};
    static const char *const close[] = {")", "]", "}", ">>>", NULL};
    int *stack = must(malloc(((size_t)m->n + 1) * sizeof *stack)), depth = 0;

    for (int i = 0; i < m->n; i++) {
        if (is_one(m, i, open)) {
            stack[depth++] = i;
        } else if (depth && is_one(m, i, close)) {
            m->t[i].match = stack[--depth];
            m->t[stack[depth]].match = i;
        }
    }
    free(stack);
}

/* static_assert() only guards; its numbers are no part of the program. */
static void skip_assertions(struct maker *m)
{
    for (int i = 0; i < m->n; i++)
        if (is(m, i, "static_assert") || is(m, i, "_Static_assert"))
            for (int k = i, end = m->t[i + 1].match; k <= end; k++)
                m->t[k].place = ELSEWHERE;
}

/* ---- all of them -------------------------------------------------------- */

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
    read_words(&m);
    match_brackets(&m);
    skip_assertions(&m);
    slip_statements(&m);
    for (int i = 0; i < m.n; i++) {
        enum place_of place = m.t[i].place;

        if (place == PRAGMA && m.t[i].first) {
            int last = i;

            while (last + 1 < m.n && m.t[last + 1].place == PRAGMA &&
                   !m.t[last + 1].first)
                last++;
            slip_pragma(&m, i, last);
        }
        if (place != CODE && place != DEFINE)
            continue;
        if (m.t[i].kind == TOKEN_NUMBER)
            slip_number(&m, i);
        else if (m.t[i].kind == TOKEN_STRING && slip_length(&m, i, i) > 2 &&
                 m.t[i].inner)
            slip_add(&m, "text left out", i, i, "\"\"");
        else if (m.t[i].kind == TOKEN_NAME)
            slip_names(&m, i);
        else
            slip_operators(&m, i);
        slip_calls(&m, i);
        if (is(&m, i, "["))
            slip_subscript(&m, i);
        if (is(&m, i, "(") && i > 0)
            slip_parentheses(&m, i);
    }
    if (out->n > 0)
        qsort(out->mutant, (size_t)out->n, sizeof *out->mutant, by_place);
    number(out);
    free(m.t);
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
