/*
 * simt_branch.c - see simt_branch.h. A condition differs among threads if
 * threadIdx is in it, or a variable that was made of that.
 */
#define _GNU_SOURCE
#include "reports/simt_branch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "reports/around.h"

enum { STEPS = 3, SHOWN = 60, PATIENCE = 2000000 };

static long patience; /* tokens that may still be looked at */

static bool differs(const struct around *a, struct span function,
                    struct span part, int steps);

/* Whether somewhere in the function the variable is set to what differs. */
static bool is_set_so(const struct around *a, struct span function,
                      const struct token *name, int steps)
{
    for (int k = function.from; k < function.to; k++) {
        const int set = tokens_next(&a->s, k);
        int end = set;

        if (--patience < 0)
            return false;
        if (!token_same(&a->s.t[k], name) || !token_is(&a->s.t[set], "="))
            continue;
        while (end < function.to && !token_is(&a->s.t[end], ";") &&
               !token_is(&a->s.t[end], ","))
            end++;
        if (differs(a, function, (struct span){set + 1, end - 1}, steps - 1))
            return true;
    }
    return false;
}

static bool differs(const struct around *a, struct span function,
                    struct span part, int steps)
{
    for (int k = part.from; k <= part.to; k++) {
        const struct token *t = &a->s.t[k];

        if (token_is(t, "threadIdx") || token_is(t, "thread_rank"))
            return true;
        if (steps && t->kind == TOKEN_NAME && !token_is_keyword(t) &&
            is_set_so(a, function, t, steps))
            return true;
    }
    return false;
}

static struct span condition_at(const struct around *a, int k)
{
    const int open = tokens_next(&a->s, k);

    return open < a->s.n && a->match[open] > open
               ? (struct span){open + 1, a->match[open] - 1}
               : (struct span){0, -1};
}

/* An if or a loop around the line, the innermost one that threads differ in. */
static int branch_around(const struct around *a, struct span f, int line)
{
    int found = -1;

    for (int k = f.from; k < f.to; k++) {
        const struct token *t = &a->s.t[k];
        int end;

        if (!token_is(t, "if") && !token_is(t, "for") && !token_is(t, "while"))
            continue;
        end = around_statement_end(a, k);
        if (t->line <= line && line <= a->s.t[end].line &&
            differs(a, f, condition_at(a, k), STEPS))
            found = k;
    }
    return found;
}

/* The innermost loop that threads differ in around the token. */
static int loop_around(const struct around *a, struct span f, int token)
{
    int found = -1;

    for (int k = f.from; k < token; k++)
        if ((token_is(&a->s.t[k], "for") || token_is(&a->s.t[k], "while")) &&
            around_statement_end(a, k) > token &&
            differs(a, f, condition_at(a, k), STEPS))
            found = k;
    return found;
}

/* "if (i >= n) return;" before the line, in this part of the function, or
 * "continue": the token of its if. */
static int leaves_before(const struct around *a, struct span f, struct span in,
                         const char *word, int line)
{
    for (int k = in.from; k >= 0 && k < in.to && a->s.t[k].line < line; k++) {
        const struct span condition = condition_at(a, k);
        int end;

        if (!token_is(&a->s.t[k], "if") || condition.to < condition.from)
            continue;
        end = around_statement_end(a, k);
        if (a->s.t[end].line >= line || !differs(a, f, condition, STEPS))
            continue;
        for (int i = condition.to; i <= end; i++)
            if (token_is(&a->s.t[i], word))
                return k;
    }
    return -1;
}

/* On one line, without comments. */
static void shown(const struct around *a, struct span part, char *text,
                  size_t size)
{
    size_t n = 0;
    bool blank = false;

    *text = '\0';
    for (int k = part.from; k <= part.to; k++) {
        const struct token *t = &a->s.t[k];

        if (t->kind == TOKEN_BLANK || t->kind == TOKEN_COMMENT) {
            blank = n > 0;
            continue;
        }
        n += (size_t)snprintf(text + n, size - n, "%s%.*s", blank ? " " : "",
                              (int)t->length, t->at);
        blank = false;
        if (n < size)
            continue;
        memcpy(text + size - 4, "...", 4);
        return;
    }
}

static bool say_at(const struct around *a, int line, struct finding *f)
{
    const struct span function = around_function(a, line);
    char text[SHOWN];
    int k, next, loop;

    if (!line || function.from < 0)
        return false;
    k = branch_around(a, function, line);
    next = leaves_before(a, function, around_loop(a, line, line), "continue",
                         line);
    if (next >= 0 && (k < 0 || !token_is(&a->s.t[k], "if"))) {
        shown(a, condition_at(a, next), text, sizeof text);
        finding_add(f, SAY(divergent_continue), a->s.t[next].line, text);
        return true;
    }
    loop =
        k >= 0 && token_is(&a->s.t[k], "if") ? loop_around(a, function, k) : -1;
    if (loop >= 0) {
        char rounds[SHOWN];

        shown(a, condition_at(a, k), text, sizeof text);
        shown(a, condition_at(a, loop), rounds, sizeof rounds);
        finding_add(f, SAY(divergent_if_or_loop), a->s.t[k].line, text,
                    a->s.t[loop].line, rounds);
        return true;
    }
    if (k >= 0) {
        shown(a, condition_at(a, k), text, sizeof text);
        finding_add(f,
                    token_is(&a->s.t[k], "if") ? SAY(divergent_if)
                                               : SAY(divergent_loop),
                    a->s.t[k].line, text);
        return true;
    }
    k = leaves_before(a, function, function, "return", line);
    if (k < 0)
        return false;
    shown(a, condition_at(a, k), text, sizeof text);
    finding_add(f, SAY(divergent_return), a->s.t[k].line, text);
    return true;
}

bool simt_say_branch(const struct simt_raw *raw, struct finding *f)
{
    struct around a;
    bool said;

    if (!raw->at.place.line || raw->at.rough ||
        !around_read(&a, raw->at.place.file))
        return false;
    patience = PATIENCE;
    said = say_at(&a, raw->at.place.line, f) ||
           say_at(&a, raw->at.caller.line, f) ||
           (raw->has_other && say_at(&a, raw->other.place.line, f));
    around_free(&a);
    return said;
}
