/* form_openmp.c - other forms of OpenMP's directives. */
#include "variants/form.h"

#include <stdlib.h>
#include <string.h>

/* The last token of the directive that begins at k. */
static int directive_end(const struct tokens *s, int k)
{
    while (s->t[k + 1].directive)
        k++;
    return k;
}

/* #pragma x as _Pragma("x") */
static void pragma_words(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int word = tokens_next(s, k), end;
        char *text;

        if (!is(s, k, "#") || !is(s, word, "pragma"))
            continue;
        end = directive_end(s, k);
        text = tokens_original(s, tokens_next(s, word), end + 1);
        for (char *p = text; *p; p++)
            if (strchr("\\\n", *p))
                *p = ' ';
        form_blank_out(s, k, end);
        token_put(&s->t[k], TOKEN_BEFORE, "_Pragma(\"%s\")", text);
        free(text);
    }
}

/* parallel for as two directives, one below the other. */
static void two_pragmas(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int next = tokens_next(s, k), threads = tokens_next(s, next);

        if (!s->t[k].directive || !is(s, k, "parallel") || !is(s, next, "for"))
            continue;
        if (is(s, threads, "num_threads")) {
            int shut = tokens_match(s, tokens_next(s, threads));
            char *clause = tokens_original(s, threads, shut + 1);

            form_blank_out(s, threads, shut);
            token_put(&s->t[k], TOKEN_AFTER, " %s", clause);
            free(clause);
        }
        token_put(&s->t[next], TOKEN_BEFORE, "\n#pragma omp ");
    }
}

/* `with` behind parallel for, where nothing is said of schedule or threads. */
static void clauses(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int next = tokens_next(s, k), end = directive_end(s, k);

        if (s->t[k].directive && is(s, k, "parallel") && is(s, next, "for") &&
            !has(s, k, end, "schedule") && !has(s, k, end, "simd") &&
            !has(s, k, end, "num_threads"))
            token_put(&s->t[next], TOKEN_AFTER, "%s", w->with);
    }
}

const struct rewriting forms_of_openmp[] = {
    {"pragma-words", REWRITES_BOTH, pragma_words, 0, ""},
    {"two-pragmas", REWRITES_C, two_pragmas, 0, ""},
    {"static-schedule", REWRITES_C, clauses, 0, " schedule(static)"},
    {"dynamic-schedule", REWRITES_C, clauses, 0, " schedule(dynamic, 8192)"},
    {"guided-schedule", REWRITES_C, clauses, 0, " schedule(guided)"},
    {"schedule-auto", REWRITES_C, clauses, 0, " schedule(auto)"},
    {"simd", REWRITES_C, clauses, 0, " simd"},
    {0},
};
