/* form_statements.c - other forms of loops and statements. */
#define _GNU_SOURCE
#include "variants/form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "variants/declared.h"

/* ---- loops -------------------------------------------------------------- */

/* The parts of `for (begin; condition; step) body`, by token. */
struct loop {
    int at, open, first, second, shut, body, end;
};

/* A `for` at k that can be written otherwise: no pragma is about it. */
static bool read_loop(const struct tokens *s, int k, struct loop *l)
{
    int before = tokens_last(s, k);

    if (!is(s, k, "for") || s->t[k].directive ||
        (before >= 0 && s->t[before].directive))
        return false;
    l->at = k;
    l->open = tokens_next(s, k);
    l->shut = tokens_match(s, l->open);
    l->body = tokens_next(s, l->shut);
    l->end = tokens_statement_end(s, l->body);
    l->first = l->second = -1;
    for (k = tokens_next(s, l->open); k < l->shut; k = tokens_next(s, k))
        if (is(s, k, "(") || is(s, k, "["))
            k = tokens_match(s, k);
        else if (is(s, k, ";") && l->first < 0)
            l->first = k;
        else if (is(s, k, ";"))
            l->second = k;
    return l->second >= 0 && tokens_next(s, l->first) != l->second &&
           !has(s, l->body, l->end, "continue");
}

/* `with` is the form of the loop: what comes for "for", "(", the first ";",
 * the condition, the second ";", and ")", and behind the body; parts are
 * divided by |. $c is the condition, $s the step, $n a number. */
static void turn_loops(struct rewrite *w)
{
    struct tokens *s = &w->s;
    int number = 0;

    for (int k = 0; k < s->n; k++) {
        char *form, *part, *rest, text[20];
        struct loop l;

        if (!read_loop(s, k, &l) ||
            (strstr(w->with, "goto") && has(s, l.body, l.end, "break")))
            continue;
        const int at[] = {l.at,     l.open, l.first, l.first + 1,
                          l.second, l.shut, l.end};
        char *condition = tokens_original(s, l.first + 1, l.second);
        char *step = tokens_original(s, l.second + 1, l.shut);

        snprintf(text, sizeof text, "%d", ++number);
        rest = form = form_fill_in(w->with, "csn", condition, step, text);
        form_blank_out(s, l.first, l.shut);
        for (int i = 0; i < 7; i++) {
            part = strsep(&rest, "|");
            token_put(&s->t[at[i]], i < 6 ? TOKEN_INSTEAD : TOKEN_AFTER, "%s",
                      part);
        }
        free(form);
        free(condition);
        free(step);
    }
}

static void while_to_for(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int before = tokens_last(s, k), open = tokens_next(s, k);

        if (!is(s, k, "while") || s->t[k].directive ||
            (is(s, before, "}") &&
             is(s, tokens_last(s, tokens_match(s, before)), "do")))
            continue;
        token_put(&s->t[k], TOKEN_INSTEAD, "for");
        token_put(&s->t[open], TOKEN_AFTER, ";");
        token_put(&s->t[tokens_match(s, open)], TOKEN_BEFORE, ";");
    }
}

/* `for (int i = 0; i < n; i++)` by a macro. */
static void loop_macro(struct rewrite *w)
{
    static const char *const form[] = {"for", "(", NULL, NULL, "=",
                                       "0",   ";", NULL, "<"};
    struct tokens *s = &w->s;
    bool any = false;

    for (int k = 0; k < s->n; k++) {
        int at[9], i, end, shut, plus;
        char *limit;

        at[0] = k;
        for (i = 0; i < 9; i++) {
            if (i > 0)
                at[i] = tokens_next(s, at[i - 1]);
            if (at[i] >= s->n || s->t[at[i]].directive ||
                (form[i] && !is(s, at[i], form[i])))
                break;
        }
        if (i < 9 || !token_same(&s->t[at[3]], &s->t[at[7]]))
            continue;
        shut = tokens_match(s, at[1]);
        for (end = at[8]; !is(s, end, ";"); end++)
            continue;
        plus = tokens_last(s, shut);
        if (has(s, at[8], end, ",") || has(s, at[8], end, "&&") ||
            !is(s, plus, "++") || tokens_last(s, tokens_last(s, plus)) != end)
            continue;
        limit = tokens_original(s, at[8] + 1, end);
        form_blank_out(s, k + 1, shut);
        token_put(&s->t[k], TOKEN_INSTEAD, "REP(%.*s, %.*s, %s)",
                  (int)s->t[at[2]].length, s->t[at[2]].at,
                  (int)s->t[at[3]].length, s->t[at[3]].at, limit);
        any = true;
        free(limit);
    }
    if (any)
        form_put_on_top(s,
                        "#define REP(type, i, n) for (type i = 0; i < n; i++)");
}

/* ---- statements --------------------------------------------------------- */

/* Does a statement begin at k, within a function? */
static bool begins_statement(const struct tokens *s, int k)
{
    static const char *const heads[] = {"if", "for", "while", NULL};
    int before = tokens_last(s, k), open = -1, brackets = 0;

    if (s->t[k].directive)
        return false;
    for (int i = 0; i < k; i++) {
        if (is(s, i, "{") && tokens_match(s, i) > k)
            open = i;
        brackets += is(s, i, "(") - is(s, i, ")");
    }
    if (open < 0 || !form_is_block(s, open) || brackets > 0)
        return false;
    while (s->t[before].directive)
        before = tokens_last(s, before);
    if (is(s, before, ")"))
        return is_one(s, tokens_last(s, tokens_match(s, before)), heads);
    if (is(s, before, "}"))
        return form_is_block(s, tokens_match(s, before));
    return is(s, before, ";") || is(s, before, "{") || is(s, before, "else");
}

/* ... and one that is an expression, no declaration? */
static bool begins_expression(const struct tokens *s, int k)
{
    struct names names;

    if (!begins_statement(s, k) || !is_name(s, k))
        return false;
    names_find(s, &names, false);
    return !names_type(s, k, &names) &&
           s->t[tokens_next(s, k)].kind == TOKEN_MARK &&
           !is(s, tokens_next(s, k), ":") && !is(s, tokens_next(s, k), "::");
}

/* Braces around all that if, else, for and while are about. */
static void braces(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int body, before = tokens_last(s, k);

        if (s->t[k].directive)
            continue;
        if (is(s, k, "if") || is(s, k, "for"))
            body = tokens_next(s, tokens_match(s, tokens_next(s, k)));
        else if (is(s, k, "while") && !is(s, before, "}"))
            body = tokens_next(s, tokens_match(s, tokens_next(s, k)));
        else if (is(s, k, "else"))
            body = tokens_next(s, k);
        else
            continue;
        if (is(s, body, "{"))
            continue;
        token_put(&s->t[body], TOKEN_BEFORE,
                  s->t[body].directive ? "{\n" : "{ ");
        token_put(&s->t[tokens_statement_end(s, body)], TOKEN_AFTER, " }");
    }
}

/* if (!(c)) { } else ... */
static void turn_ifs(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int open = tokens_next(s, k), shut, body, end, other;

        if (!is(s, k, "if") || s->t[k].directive)
            continue;
        shut = tokens_match(s, open);
        body = tokens_next(s, shut);
        end = tokens_statement_end(s, body);
        other = tokens_next(s, end);
        if (s->t[body].directive || has(s, k, end, "else") ||
            is(s, tokens_last(s, k), "else"))
            continue;
        if (is(s, other, "else")) {
            int from = tokens_next(s, other);
            int to = tokens_statement_end(s, from);
            char *yes = tokens_original(s, body, end + 1);
            char *no = tokens_original(s, from, to + 1);

            form_put_for(s, body, end, no);
            form_put_for(s, from, to, yes);
            token_put(&s->t[body], TOKEN_BEFORE, "{ ");
            token_put(&s->t[end], TOKEN_AFTER, " }");
            free(yes);
            free(no);
        } else {
            token_put(&s->t[shut], TOKEN_AFTER, " { } else");
        }
        token_put(&s->t[open], TOKEN_AFTER, "!(");
        token_put(&s->t[shut], TOKEN_BEFORE, ")");
    }
}

/* int i = 0, j; as int i; i = 0; int j; */
static void late_values(struct rewrite *w)
{
    static const char *const plain[] = {"int",    "float",  "unsigned", "bool",
                                        "size_t", "double", "int64_t",  NULL};
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int name = tokens_next(s, k), end;

        if (!is_one(s, k, plain) || !is_name(s, name) ||
            !begins_statement(s, k))
            continue;
        end = tokens_statement_end(s, k);
        if (has(s, k, end, "{") || is(s, tokens_next(s, name), "["))
            continue;
        for (int i = tokens_next(s, name); i < end; i = tokens_next(s, i)) {
            int last = tokens_last(s, i), next = tokens_next(s, i);

            if (is(s, i, "(") || is(s, i, "[")) {
                i = tokens_match(s, i);
            } else if (is(s, i, "=")) {
                token_put(&s->t[i], TOKEN_INSTEAD,
                          "; %.*s =", (int)s->t[last].length, s->t[last].at);
            } else if (is(s, i, ",")) {
                if (!is_name(s, next) || is(s, tokens_next(s, next), "["))
                    break; /* what follows stays */
                token_put(&s->t[i], TOKEN_INSTEAD, "; %.*s",
                          (int)s->t[k].length, s->t[k].at);
            }
        }
    }
}

/* `with` before, and }(); behind each statement that is an expression. */
static void lambdas(struct rewrite *w)
{
    for (int k = 0; k < w->s.n; k++)
        if (begins_expression(&w->s, k)) {
            token_put(&w->s.t[k], TOKEN_BEFORE, "%s", w->with);
            token_put(&w->s.t[tokens_statement_end(&w->s, k)], TOKEN_AFTER,
                      " }();");
        }
}

/* x += y as x = x + (y). */
static void long_assignments(struct rewrite *w)
{
    struct tokens *s = &w->s;

    for (int k = 0; k < s->n; k++) {
        int op = k, end;
        char *left;

        if (!begins_expression(s, k))
            continue;
        end = tokens_statement_end(s, k);
        while (op < end && !(s->t[op].length == 2 && s->t[op].at[1] == '=' &&
                             strchr("+-*/|&^", s->t[op].at[0])))
            op = tokens_next(s, op);
        if (op == end || has(s, k, op, "(") || has(s, k, op, "++") ||
            has(s, k, op, "="))
            continue;
        left = tokens_original(s, k, op);
        token_put(&s->t[op], TOKEN_INSTEAD, "= %s %c (", left, s->t[op].at[0]);
        token_put(&s->t[end], TOKEN_BEFORE, ")");
        free(left);
    }
}

/* if (c) work; at a kernel's end as if (!(c)) return; work; */
static void early_returns(struct rewrite *w)
{
    struct tokens *s = &w->s;
    struct function f[FUNCTIONS_MAX];
    int n = functions_find(w, f);

    for (int i = 0; i < n; i++) {
        int last = -1, open, shut;

        if (!has(s, f[i].begin, f[i].name, "void") ||
            has(s, f[i].begin, f[i].name, "*"))
            continue;
        for (int k = tokens_next(s, f[i].body); k < f[i].end;
             k = tokens_next(s, tokens_statement_end(s, k)))
            last = k;
        if (!is(s, last, "if"))
            continue;
        open = tokens_next(s, last);
        shut = tokens_match(s, open);
        if (has(s, last, f[i].end, "else"))
            continue;
        token_put(&s->t[open], TOKEN_AFTER, "!(");
        token_put(&s->t[shut], TOKEN_AFTER, ") return;");
    }
}

/* ---- all of them -------------------------------------------------------- */

const struct rewriting forms_of_statements[] = {
    {"while", REWRITES_BOTH, turn_loops, 0, "{| |; while (|$c|)| {| $s; } }"},
    {"do-while", REWRITES_BOTH, turn_loops, 0,
     "{| |; if (|$c|) do {|| $s; } while ($c); }"},
    {"break", REWRITES_BOTH, turn_loops, 0,
     "for|(|;| |;|) { if (!($c)) break;| $s; }"},
    {"goto", REWRITES_BOTH, turn_loops, 0,
     "{| |; again_$n: if (|$c|) {|| $s; goto again_$n; } }"},
    {"step-in-body", REWRITES_BOTH, turn_loops, 0, "for|(|;|$c|;|) {| $s; }"},
    {"for-for-while", REWRITES_BOTH, while_to_for, 0, ""},
    {"loop-macro", REWRITES_BOTH, loop_macro, 0, ""},
    {"braces", REWRITES_BOTH, braces, 0, ""},
    {"else-instead", REWRITES_BOTH, turn_ifs, 0, ""},
    {"early-return", REWRITES_BOTH, early_returns, 0, ""},
    {"late-values", REWRITES_BOTH, late_values, 0, ""},
    {"lambdas", REWRITES_CU, lambdas, 0, "[&] { "},
    {"long-assignments", REWRITES_BOTH, long_assignments, 0, ""},
    {0},
};
