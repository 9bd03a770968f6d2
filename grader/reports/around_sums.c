/*
 * around_sums.c - what an if asks about and what an index is, as sums: `i + k`
 * in `if (i + k < n)` and in b[(i + k) * cols + j]. See around_other_sum().
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "reports/around.h"

#define SUM_TERMS 4
#define SUMS 16
#define TERM 40 /* bytes of one, with its 0 */

/* Names and numbers; one with a point or an arrow is one name. */
struct sum {
    char term[SUM_TERMS][TERM];
    int n;
};

struct sums {
    struct sum sum[SUMS];
    int n;
};

static bool has_term(const struct sum *s, const char *term)
{
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->term[i], term))
            return true;
    return false;
}

static bool same_sum(const struct sum *a, const struct sum *b)
{
    for (int i = 0; i < a->n; i++)
        if (!has_term(b, a->term[i]))
            return false;
    return a->n == b->n;
}

/* Whether a has a term of b and one that b has not. */
static bool says_more(const struct sum *a, const struct sum *b)
{
    int common = 0;

    for (int i = 0; i < a->n; i++)
        common += has_term(b, a->term[i]);
    return common && common < a->n;
}

static bool has_sum(const struct sums *s, const struct sum *sum)
{
    for (int i = 0; i < s->n; i++)
        if (same_sum(&s->sum[i], sum))
            return true;
    return false;
}

static void add_sum(struct sums *s, const struct sum *sum)
{
    if (sum->n && s->n < SUMS && !has_sum(s, sum))
        s->sum[s->n++] = *sum;
}

static bool is_dot(const struct token *t)
{
    return token_is(t, ".") || token_is(t, "->");
}

/* The last token of the name or number that begins at k. */
static int term_end(const struct around *a, int k)
{
    int dot = tokens_next(&a->s, k);

    while (a->s.t[k].kind == TOKEN_NAME && is_dot(&a->s.t[dot])) {
        k = tokens_next(&a->s, dot);
        dot = tokens_next(&a->s, k);
    }
    return k;
}

static bool is_term(const struct token *t)
{
    return t->kind == TOKEN_NAME || t->kind == TOKEN_NUMBER;
}

static bool add_term(const struct around *a, int k, int end, struct sum *sum)
{
    const struct token *t = a->s.t;
    size_t length = (size_t)(t[end].at + t[end].length - t[k].at);

    if (sum->n == SUM_TERMS || length >= TERM)
        return false;
    snprintf(sum->term[sum->n++], TERM, "%.*s", (int)length, t[k].at);
    return true;
}

/*
 * The sums in tokens from..to-1: of the terms that are added there, and of
 * those in brackets in it. What is multiplied is a sum of its own. `whole` gets
 * whether it is nothing but a sum.
 */
static void add_sums(const struct around *a, int from, int to, struct sums *s,
                     bool *whole)
{
    struct sum sum = {0};
    bool product = false;

    *whole = true;
    for (int k = from; k < to; k = tokens_next(&a->s, k)) {
        const struct token *t = &a->s.t[k];
        int behind;

        if (t->kind == TOKEN_BLANK || t->kind == TOKEN_COMMENT)
            continue;
        if (token_is(t, "(") || token_is(t, "[")) {
            bool inner;

            if (a->match[k] < 0)
                return;
            add_sums(a, tokens_next(&a->s, k), a->match[k], s, &inner);
            k = a->match[k];
            *whole = false;
        } else if (is_term(t)) {
            const int first = k;
            struct sum alone = {0};

            k = term_end(a, k);
            behind = tokens_next(&a->s, k);
            product =
                product || (behind < to && !token_is(&a->s.t[behind], "+"));
            if (product)
                add_term(a, first, k, &alone);
            else if (!add_term(a, first, k, &sum))
                return;
            add_sum(s, &alone);
            *whole = *whole && !product;
        } else {
            product = !token_is(t, "+");
            *whole = *whole && !product;
        }
    }
    add_sum(s, &sum);
}

static bool ends_operand(const struct token *t)
{
    return token_is(t, "&&") || token_is(t, "||") || token_is(t, "(") ||
           token_is(t, ")") || token_is(t, "!") || token_is(t, "?") ||
           token_is(t, ":") || token_is(t, ",") || token_is(t, "=") ||
           token_is(t, ";");
}

/* Whether a term of the sum is no argument of the function and no number: it
 * is set in the body, or a thread's own. */
static bool is_set_here(const struct around *a, struct span body,
                        const struct sum *sum)
{
    for (int i = 0; i < sum->n; i++) {
        if (!strncmp(sum->term[i], "threadIdx.", 10))
            return true;
        for (int k = body.from; k <= body.to; k++)
            if (token_is(&a->s.t[k], sum->term[i]) &&
                token_is(&a->s.t[tokens_next(&a->s, k)], "="))
                return true;
    }
    return false;
}

static bool is_macro(const char *name)
{
    for (; *name; name++)
        if (islower((unsigned char)*name))
            return false;
    return true;
}

/* An edge is made of numbers, the function's arguments and N. */
static bool is_edge(const struct around *a, struct span body,
                    const struct sum *sum)
{
    const int shut = tokens_last(&a->s, body.from);
    const int open = shut >= 0 ? a->match[shut] : -1;

    for (int i = 0; i < sum->n; i++) {
        bool argument = is_macro(sum->term[i]); /* or a number */

        for (int k = open; k >= 0 && k < shut; k++)
            argument = argument || token_is(&a->s.t[k], sum->term[i]);
        if (!argument)
            return false;
    }
    return true;
}

/* Is one of these, which is no edge, among those? */
static bool is_any(const struct around *a, struct span body,
                   const struct sums *these, const struct sums *those)
{
    for (int i = 0; i < these->n; i++)
        if (!is_edge(a, body, &these->sum[i]) && has_sum(those, &these->sum[i]))
            return true;
    return false;
}

static bool is_number(const struct sum *sum)
{
    for (int i = 0; i < sum->n; i++)
        if (!isdigit((unsigned char)*sum->term[i]))
            return false;
    return true;
}

/* Adds what is asked about, where it is compared with the edge. */
static void add_asked(const struct around *a, struct span body,
                      const struct sums *asked, bool whole,
                      const struct sums *edge, bool whole_edge,
                      const struct sums *used, struct sums *s)
{
    if (!whole || asked->n != 1 || !is_set_here(a, body, &asked->sum[0]) ||
        !whole_edge || edge->n != 1 || !is_edge(a, body, &edge->sum[0]) ||
        is_number(&edge->sum[0]))
        return;
    /* i < n for the half that begins at n */
    for (int k = 0; k < used->n; k++)
        if (says_more(&used->sum[k], &edge->sum[0]))
            return;
    add_sum(s, &asked->sum[0]);
}

/* What is compared with an edge in the condition, where neither is more than a
 * sum, and is not among those that are used. */
static void add_compared(const struct around *a, struct span condition,
                         struct span body, const struct sums *used,
                         struct sums *s)
{
    for (int k = condition.from; k <= condition.to; k++) {
        const struct token *t = &a->s.t[k];
        struct sums left = {0}, right = {0};
        bool left_whole, right_whole;
        int from = k, to = k;

        if (!token_is_order(t))
            continue;
        while (from > condition.from && !ends_operand(&a->s.t[from - 1]))
            from--;
        while (to < condition.to && !ends_operand(&a->s.t[to + 1]))
            to++;
        add_sums(a, from, k, &left, &left_whole);
        add_sums(a, tokens_next(&a->s, k), to + 1, &right, &right_whole);
        if (is_any(a, body, &left, used) || is_any(a, body, &right, used))
            continue;
        add_asked(a, body, &left, left_whole, &right, right_whole, used, s);
        add_asked(a, body, &right, right_whole, &left, left_whole, used, s);
    }
}

static void print_sum(const struct sum *sum, char *text, size_t size)
{
    size_t used = strlen(text);

    if (used)
        used += (size_t)snprintf(text + used, size - used, " and ");
    if (used >= size)
        return;
    used += (size_t)snprintf(text + used, size - used, "`%s", sum->term[0]);
    for (int i = 1; i < sum->n && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, " + %s", sum->term[i]);
    if (used < size)
        snprintf(text + used, size - used, "`");
}

bool around_other_sum(const struct around *a, struct span condition, int line,
                      struct other_sum *o)
{
    const struct span body = around_function(a, line);
    struct sums asked = {0}, used = {0};
    bool said[SUMS] = {false};

    *o->asked = *o->used = 0;
    o->condition = condition.from >= 0 ? around_line(a, condition.from) : 0;
    condition = around_asked(a, condition, line);
    if (!o->condition || body.from < 0 || condition.from < 0)
        return false;
    for (int k = body.from; k < body.to; k++)
        if (a->s.t[k].line == line && token_is(&a->s.t[k], "[") &&
            a->match[k] >= 0) {
            bool whole;

            add_sums(a, tokens_next(&a->s, k), a->match[k], &used, &whole);
        }
    add_compared(a, condition, body, &used, &asked);
    for (int i = 0; i < asked.n; i++) {
        bool other = false;

        for (int k = 0; k < used.n; k++) {
            if (!says_more(&used.sum[k], &asked.sum[i]) ||
                has_sum(&asked, &used.sum[k]))
                continue;
            other = true;
            if (!said[k])
                print_sum(&used.sum[k], o->used, sizeof o->used);
            said[k] = true;
        }
        if (other)
            print_sum(&asked.sum[i], o->asked, sizeof o->asked);
    }
    return *o->asked;
}
