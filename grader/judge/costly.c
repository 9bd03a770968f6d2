/* costly.c - see costly.h. */
#include "judge/costly.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/must.h"
#include "base/said.h"
#include "base/source.h"
#include "base/tokens.h"

enum { SMALL_CHUNK = 64 };

/* What costs: words of a directive, or functions that are called. */
static const struct costly {
    enum slow_why why;
    const char *word;
    bool in_loop; /* elsewhere it costs nothing */
} costly[] = {
    {SLOW_WORK, "dynamic", false},
    {SLOW_WORK, "atomic", true},
    {SLOW_WORK, "critical", true},
    {SLOW_WORK, "omp_set_lock", true},
    {SLOW_WORK, "pthread_mutex_lock", true},
    {SLOW_WORK, "task", true},
    {SLOW_WORK, "parallel", true},
    {SLOW_IN_TURNS, "ordered", false},
    {SLOW_IN_TURNS, "critical", false},
    {SLOW_IN_TURNS, "omp_set_lock", false},
    {SLOW_IN_TURNS, "pthread_mutex_lock", false},
    {SLOW_WAITS, "parallel", true},
    {SLOW_WAITS, "barrier", true},
    {SLOW_WAITS, "critical", true},
    {SLOW_WAITS, "omp_set_lock", true},
    {SLOW_WAITS, "pthread_mutex_lock", true},
    {SLOW_WAITS, "single", true},
    {SLOW_WAKES, "parallel", true},
    {SLOW_WAKES, "barrier", true},
    {SLOW_WAKES, "critical", true},
    {SLOW_WAKES, "omp_set_lock", true},
    {SLOW_WAKES, "pthread_mutex_lock", true},
    {SLOW_ALONE, "single", false},
    {SLOW_ALONE, "master", false},
    {SLOW_ALONE, "masked", false},
    {SLOW_ALONE, "num_threads", false},
    {SLOW_UNEVEN, "sections", false},
};

/* in[k]: is that token in the body of a loop, in the same function? */
static void find_loops(const struct tokens *s, bool *in)
{
    for (int k = tokens_next(s, -1); k < s->n; k = tokens_next(s, k)) {
        const struct token *t = &s->t[k];
        int begin = tokens_next(s, k), end;

        if (in[k] || t->directive || /* its body is in another one's */
            !(token_is(t, "for") || token_is(t, "while") || token_is(t, "do")))
            continue;
        if (!token_is(t, "do"))
            begin = tokens_next(s, tokens_match(s, begin));
        end = tokens_statement_end(s, begin);
        for (int i = begin; i <= end; i++)
            in[i] = true;
    }
}

/* schedule(dynamic) without a chunk, or with a small one. */
static bool fetches_often(const struct tokens *s, int k)
{
    const int comma = tokens_next(s, k), chunk = tokens_next(s, comma);

    return !token_is(&s->t[comma], ",") ||
           (s->t[chunk].kind == TOKEN_NUMBER &&
            strtol(s->t[chunk].at, NULL, 0) <= SMALL_CHUNK);
}

static bool is_it(const struct tokens *s, int k, const struct costly *c)
{
    const struct token *t = &s->t[k];
    const bool called = token_is(&s->t[tokens_next(s, k)], "(");

    if (t->kind != TOKEN_NAME || !token_is(t, c->word))
        return false;
    if (token_is(t, "dynamic"))
        return t->directive && fetches_often(s, k);
    if (token_is(t, "num_threads"))
        return t->directive && token_is(&s->t[tokens_next(s, k) + 1], "1");
    return t->directive || (called && t->length > 10); /* ..._lock() */
}

/* How the loop is cut into pieces that threads share, where there is one. */
static void say_pieces(const struct tokens *s, char *said, size_t size)
{
    int loops = 0, shared = 0, way = -1;

    for (int k = 0; k < s->n; k++) {
        int i = k;

        if (!s->t[k].directive || !token_is(&s->t[k], "omp"))
            continue;
        for (; i < s->n && s->t[i].directive && !token_is(&s->t[i], "#"); i++) {
            if (token_is(&s->t[i], "for")) {
                loops++;
                shared = s->t[i].line;
            }
            if (token_is(&s->t[i], "schedule"))
                way = tokens_next(s, tokens_next(s, i));
        }
        k = i - 1;
    }
    if (loops != 1)
        return;
    if (way < 0) {
        said_put(said, size, SAY(schedule_missing), shared);
    } else if (token_is(&s->t[way], "static")) {
        said_put(said, size, SAY(schedule_static), s->t[way].line);
    } else if (token_is(&s->t[way], "dynamic")) {
        const int comma = tokens_next(s, way), chunk = tokens_next(s, comma);
        const int shut = tokens_match(s, tokens_last(s, way));

        if (token_is(&s->t[comma], ",") && shut >= 0 &&
            s->t[chunk].kind != TOKEN_NUMBER)
            said_put(said, size, SAY(schedule_dynamic_large_pieces),
                     s->t[way].line, (int)(s->t[shut].at - s->t[chunk].at),
                     s->t[chunk].at);
    }
}

void costly_line(const char *path, enum slow_why why, char *said, size_t size)
{
    struct tokens s;
    bool *in;

    *said = '\0';
    source_tokens(path, &s);
    in = must(calloc((size_t)s.n + 1, sizeof *in));
    find_loops(&s, in);
    for (size_t i = 0; i < sizeof costly / sizeof *costly && !*said; i++) {
        const struct costly *c = &costly[i];

        for (int k = 0; k < s.n && c->why == why && !*said; k++)
            if ((in[k] || !c->in_loop) && is_it(&s, k, c))
                said_put(said, size,
                         in[k] && c->in_loop ? SAY(costly_construct_in_loop)
                                             : SAY(costly_construct),
                         s.t[k].line, c->word);
    }
    if (why == SLOW_UNEVEN && !*said)
        say_pieces(&s, said, size);
    free(in);
    tokens_free(&s);
}
