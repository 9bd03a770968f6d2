/* launches.c - see launches.h */
#include "compiler/launches.h"

#include "compiler/declarations.h"
#include "compiler/messages.h"
#include "compiler/names.h"
#include "compiler/output.h"

#include <stdio.h>
#include <string.h>

/* ---- reading ------------------------------------------------------------- */

/* The first token of the expression that ends before token i; 0: none. */
static uint32_t kernel_expression(const struct unit *u, uint32_t i)
{
    uint32_t first = 0;
    for (;;) {
        uint32_t last = i - 1;
        int kind = kind_at(u, last);
        /* From here on: the first token of one primary expression. */
        uint32_t at = 0;
        if (kind == NAME) {
            at = last;
        } else if (kind == '>') {
            uint32_t open = back_angle(u, last);
            at = open > 1 && kind_at(u, open - 1) == NAME ? open - 1 : 0;
        } else if (kind == ')' || kind == ']') {
            at = u->tokens[last].match;
            int before = kind_at(u, at - (at > 0));
            if (!at)
                return 0;
            /* A call or an element, g(1)(2)[3]; but no call is
             * `if (x) (*f)<<<...>>>`. */
            if (kind == ']' || before == NAME || before == ']' ||
                before == '>' ||
                (before == ')' && u->tokens[at - 1].match &&
                 kind_at(u, u->tokens[at - 1].match - 1) == NAME)) {
                first = kind == ')' ? at : 0;
                i = at;
                continue;
            }
        }
        if (!at)
            return first;
        first = at;
        int before = kind_at(u, at - 1);
        if (before == TEMPLATE)
            before = kind_at(u, --at - 1);
        if (before == SCOPE) {
            first = at - 1;
            if (kind_at(u, at - 2) != NAME && kind_at(u, at - 2) != '>')
                return first;
            i = at - 1;
        } else if (before == '.' || before == ARROW) {
            i = at - 1;
        } else {
            return first;
        }
    }
}

/* Is there a run of n or more brackets > at i, the last three of which may end
 * a launch? Returns its last token, or 0. */
static uint32_t closing_run(const struct unit *u, uint32_t i, int n)
{
    int length = 0;
    while (kind_at(u, i) == '>' && length < 64) {
        length++;
        if (kind_at(u, i + 1) != '>' ||
            u->tokens[i + 1].line != u->tokens[i].line)
            break;
        i++;
    }
    return length >= n ? i : 0;
}

struct launch {
    uint32_t first; /* of the kernel's expression */
    uint32_t open;  /* the first < */
    uint32_t close; /* the first of the three > that end it */
    uint32_t args;  /* the ( */
};

#define HOW "write %.*s<<<blocks, threads>>>(arguments);"

/* What was seen on the way to the end of a launch; tokens, or 0. */
struct search {
    uint32_t two, bare, unclosed; /* ">>", ">>>" without "(", a bracket */
    uint32_t commas, angles;      /* so many */
    uint32_t hole, end; /* where something is still to come; where it stopped */
    const char *name;   /* of the kernel, for messages */
    int n;
};

/* Whether something in the bracket at i, which goes to `stop`, looks like the
 * end of the launch. */
static bool hides_end(const struct unit *u, uint32_t i, uint32_t stop)
{
    for (uint32_t k = i; k < stop && k - i < SEARCH; k++) {
        int inner = kind_at(u, k);
        if (inner == '{' && u->tokens[k].match)
            k = u->tokens[k].match;
        else if (inner == ';')
            break;
        uint32_t run = closing_run(u, k, 3);
        if (run && kind_at(u, run + 1) == '(')
            return true;
    }
    return false;
}

/* A > at *i, which may go on behind more of them. True: nothing further on can
 * be the end. */
static bool look_at_angle(const struct unit *u, struct launch *l,
                          struct search *s, uint32_t *i, uint32_t seen)
{
    uint32_t run = closing_run(u, *i, 3);
    if (!run) {
        if (kind_at(u, *i + 1) == '>' && touching(u, *i)) {
            if (kind_at(u, *i + 2) == '(')
                s->two = *i;
            (*i)++;
        }
        return false;
    }
    if (kind_at(u, run + 1) != '(') {
        s->bare = run;
        *i = run;
        return false;
    }
    if (s->hole == run - 2)
        return true; /* nothing before it: complain_of_end() */
    l->close = run - 2;
    l->args = run + 1;
    s->commas = seen;
    *i = u->tokens[l->args].match;
    int after = *i ? kind_at(u, *i + 1) : END;
    /* Arguments, or template<template<template<>>>(...)? */
    return !*i || is_word(after) || after == ';';
}

static void find_end(const struct unit *u, struct launch *l, struct search *s)
{
    uint32_t i = l->open + 3, seen = 0;
    s->hole = i;
    for (; i < u->count; i++) {
        int kind = kind_at(u, i);
        if (kind == '(' || kind == '[' || kind == '{') {
            uint32_t end = u->tokens[i].match;
            if (!s->unclosed && hides_end(u, i, end ? end : u->count))
                s->unclosed = i;
            if (!end)
                break;
            i = end;
            continue;
        }
        if (kind == ';' || kind == '}' || kind == ')' || kind == ']' ||
            (kind == '<' && kind_at(u, i + 1) == '<' &&
             kind_at(u, i + 2) == '<'))
            break;
        if (kind == ',') {
            if (i == s->hole && !l->args)
                break;
            seen++;
            s->hole = i + 1;
        }
        s->angles += kind == '<';
        if (kind == '>' && look_at_angle(u, l, s, &i, seen))
            break;
    }
    s->end = i;
}

static void complain_of_end(struct unit *u, const struct launch *l,
                            const struct search *s)
{
    const char *name = s->name;
    uint32_t i = s->end;
    int n = s->n;
    if (s->unclosed)
        complain(u, s->unclosed, s->unclosed,
                 "this \"%c\" is not closed before the \">>>\" of the "
                 "launch; " HOW,
                 kind_at(u, s->unclosed), n, name);
    else if (s->two)
        complain(u, s->two, s->two + 1,
                 "a launch ends with \">>>\", not with \">>\"; " HOW, n, name);
    else if (s->bare)
        complain(u, s->bare - 2, s->bare,
                 "this launch has no arguments: after \">>>\" comes "
                 "\"(\"; " HOW,
                 n, name);
    else if (kind_at(u, i) == ')' || kind_at(u, i) == ']')
        complain(u, i, i, "this \"%c\" closes nothing; " HOW, kind_at(u, i), n,
                 name);
    else if (s->hole == i && i < u->count)
        complain(u, i, i, "something is missing before this \"%.*s\"; " HOW,
                 closing_run(u, i, 3) ? 3 : 1, u->s + u->tokens[i].at, n, name);
    else
        complain(u, l->open, l->open + 2, "this launch has no \">>>\"; " HOW, n,
                 name);
}

/* Whether the ( of the arguments is closed before the statement ends. */
static bool closes_arguments(const struct unit *u, const struct launch *l)
{
    uint32_t end = u->tokens[l->args].match;
    for (uint32_t k = l->args + 1; k < end && k - l->args < SEARCH; k++) {
        if (kind_at(u, k) == '{' && u->tokens[k].match)
            k = u->tokens[k].match;
        else if (kind_at(u, k) == ';')
            return false;
    }
    return end;
}

/* Find the end of the launch whose <<< is at `open`; false after a message. */
static bool read_launch(struct unit *u, struct launch *l)
{
    const struct token *first = &u->tokens[l->first],
                       *last = &u->tokens[l->open - 1];
    struct search s = {.name = u->s + first->at,
                       .n = (int)(last->at + last->length - first->at)};
    if (s.n > 60 || first->line != last->line) {
        s.name = "kernel";
        s.n = 6;
    }
    find_end(u, l, &s);
    if (!l->args) {
        complain_of_end(u, l, &s);
        return false;
    }
    if (!closes_arguments(u, l)) {
        complain(u, l->args, l->args,
                 "the \"(\" of this launch's arguments is not closed; " HOW,
                 s.n, s.name);
        return false;
    }
    if (s.commas == 0) {
        complain(u, l->close, l->close + 2,
                 "a launch needs two numbers at least, of blocks and of "
                 "threads in each; " HOW,
                 s.n, s.name);
        return false;
    }
    if (s.commas > 3 && s.angles == 0) {
        complain(u, l->open, l->open + 2,
                 "a launch has at most four things between \"<<<\" and "
                 "\">>>\": blocks, threads in each, bytes of shared memory, "
                 "stream");
        return false;
    }
    return true;
}

/* ---- writing ------------------------------------------------------------- */

/* Template arguments from the < at i. */
static int count_arguments(const struct unit *u, uint32_t i)
{
    uint32_t end = skip_angle(u, i);
    int n = end > i + 2;
    for (i++; i + 1 < end; i++) {
        int kind = kind_at(u, i);
        if (kind == ',')
            n++;
        else if (kind == '(' || kind == '[' || kind == '{')
            i = skip_bracket(u, i) - 1;
        else if (kind == '<' && kind_at(u, i - 1) == NAME && skip_angle(u, i))
            i = skip_angle(u, i) - 1;
    }
    return n;
}

/* Rewrites up to the ( of the arguments, which it returns. */
static uint32_t rewrite_launch(struct unit *u, const struct launch *l,
                               bool in_kernel)
{
    enum { TYPED, GENERIC, POINTER } form = TYPED;
    uint32_t name = 0, angle = 0;
    for (uint32_t i = l->first; i < l->open; i++) {
        int kind = kind_at(u, i);
        if (kind == NAME) {
            name = i;
            angle = 0;
        } else if (kind == '<') {
            angle = i;
            i = skip_angle(u, i) - 1;
        } else if (kind != SCOPE) {
            form = POINTER;
            break;
        }
    }
    const struct name *k = form == TYPED ? name_at(u, name) : NULL;
    if (!k || !k->kernel) {
        form = POINTER;
        if (k && k->function && name == l->first) {
            complain(u, l->first, l->open - 1,
                     "%.*s is launched, but it is no kernel; write __global__ "
                     "before its void",
                     (int)u->tokens[name].length, u->s + u->tokens[name].at);
            return l->args;
        }
    } else if (k->defaults || k->bodies > 1 || k->varied ||
               (k->template && k->plain)) {
        form = GENERIC;
    } else if (k->template) {
        form = angle && !k->pack && count_arguments(u, angle) >= k->needed
                   ? TYPED
                   : GENERIC;
    }

    copy_before(u, l->first);
    insert(u, form == GENERIC ? "::simt::launch_generic(::simt::config("
              : in_kernel     ? "::simt::launch_child(::simt::config("
                              : "::simt::launch_typed(::simt::config(");
    copy_tokens(u, l->open + 3, l->close - 1);
    insert(u, "), ");
    insert_quoted(u, l->first, l->open - 1);
    insert(u, ", ");
    insert(u, u->files[u->tokens[l->first].file].name);
    char line[32];
    snprintf(line, sizeof line, ", %u", u->tokens[l->first].line);
    insert(u, line);
    if (form != GENERIC) {
        insert(u, ", ");
        copy_tokens(u, l->first, l->open - 1);
    }
    if (form != POINTER) {
        insert(u, ", [](auto &...simt_p) { ");
        copy_tokens(u, l->first, l->open - 1);
        insert(u, "(simt_p...); }");
    }
    if (form == GENERIC) { /* the kernel for parameters of given types */
        insert(u, ", [](auto *...simt_t) -> decltype(static_cast<void (*)("
                  "::std::remove_pointer_t<decltype(simt_t)>...)>(");
        copy_tokens(u, l->first, l->open - 1);
        insert(u, ")) { return ");
        copy_tokens(u, l->first, l->open - 1);
        insert(u, "; }");
    }
    insert(u, ")");
    u->done = u->tokens[l->args].at;
    u->done_token = l->args;
    if (form == GENERIC) /* a type that every pointer can be made from */
        for (uint32_t i = l->args + 1; i < u->tokens[l->args].match; i++)
            if (kind_at(u, i) == NULL_WORD &&
                (i - 1 == l->args || kind_at(u, i - 1) == ',') &&
                (kind_at(u, i + 1) == ',' || kind_at(u, i + 1) == ')')) {
                copy_before(u, i);
                insert(u, "nullptr");
                resume_behind(u, i);
            }
    return l->args;
}

/* <<< at i */
uint32_t launch_at(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    struct launch l = {.open = i};
    if (u->errors > ERRORS)
        return i + 3;
    int before = kind_at(u, i - 1);
    if (before == OPERATOR || u->files[u->tokens[i].file].system)
        return i + 3;
    l.first = kernel_expression(u, i);
    if (!l.first) {
        complain(u, i, i + 2,
                 "there is no kernel's name before \"<<<\"; write "
                 "kernel<<<blocks, threads>>>(arguments);");
        return i + 3;
    }
    if (!read_launch(u, &l))
        return i + 3;
    return rewrite_launch(u, &l, w->scopes[w->depth].device);
}

/* ---- other ways to a kernel ---------------------------------------------- */

void look_at_name(struct unit *u, uint32_t i)
{
    const struct name *k = name_at(u, i);
    if (!k->kernel || k->ordinary || u->files[u->tokens[i].file].system)
        return;
    int before = kind_at(u, i - 1), next = kind_at(u, i + 1);
    int n = (int)u->tokens[i].length;
    const char *name = u->s + u->tokens[i].at;
    if (before == '.' || before == ARROW || before == SCOPE)
        return;
    if (next == '(' && (before == CONTROL || !is_word(before)) &&
        before != '>' && before != '*' && before != '&' && before != '~')
        complain(u, i, i,
                 "%.*s is a kernel; it is not called but launched: " HOW, n,
                 name, n, name);
    else if (next == '<' && kind_at(u, i + 2) == '<' && touching(u, i + 1) &&
             kind_at(u, i + 3) != '<')
        complain(u, i + 1, i + 2,
                 "a launch begins with \"<<<\", not with \"<<\"; " HOW, n,
                 name);
}

uint32_t known_kernel(struct unit *u, uint32_t i)
{
    const struct name *k = name_at(u, i);
    uint32_t last = i;

    const char *call = "::simt::register_kernel(";

    if (!k->kernel || k->bodies > 1 || u->files[u->tokens[i].file].system)
        return i;
    if (kind_at(u, i + 1) == '<' && skip_angle(u, i + 1))
        last = skip_angle(u, i + 1) - 1;
    else if (k->template)
        return i;
    if (kind_at(u, i - 1) != ')' || kind_at(u, i - 2) != '*' ||
        kind_at(u, i - 3) != VOID) {
        /* An instance of a template, put into a variable: see register_at() */
        int before = kind_at(u, i - 1), next = kind_at(u, last + 1);

        if (!u->by_address || last == i || before > 127 || next > 127 ||
            !strchr("={,(?:", before) || !strchr(";},):", next) ||
            unevaluated(u, i))
            return i;
        call = "::simt::known_kernel(";
    }
    copy_before(u, i);
    insert(u, call);
    copy_tokens(u, i, last);
    insert(u, ")");
    resume_behind(u, last);
    return last;
}

uint32_t bounds_word(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    uint32_t end = u->tokens[i + 1].match;
    if (!token_is(u, i, "__kernel_bounds__") || kind_at(u, i + 1) != '(' ||
        end <= i + 2)
        return i + 1;
    copy_before(u, i);
    resume_behind(u, end);
    w->head.bounds = i + 1;
    return end + 1;
}

/* The first of the bounds: the most threads in a block. */
static void copy_bounds(struct unit *u, uint32_t paren)
{
    uint32_t end = u->tokens[paren].match, last = paren + 1;
    while (last + 1 < end && kind_at(u, last + 1) != ',')
        last = skip_bracket(u, last + 1) - 1;
    insert(u, "(");
    copy_tokens(u, paren + 1, last);
    insert(u, ")");
}

void look_at_bounds(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct head *h = &w->head;
    const struct name *k = h->paren ? name_at(u, h->paren - 1) : NULL;
    if (!h->bounds || !k ||
        !(h->template || k->bodies > 1 || k->defaults || k->varied ||
          k->template))
        return;
    copy_before(u, i + 1);
    insert(u, " ::simt::bounded");
    copy_bounds(u, h->bounds);
    insert(u, ";");
}

void register_at(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    const uint32_t name = in->head.paren ? in->head.paren - 1 : 0;
    char text[100];

    if (!(u->by_address || in->head.bounds) || !in->head.global ||
        in->head.template || w->depth == 0 ||
        w->scopes[w->depth - 1].kind != IN_NAMESPACE || in_system(u, i) ||
        kind_at(u, name) != NAME || !name_at(u, name)->kernel ||
        name_at(u, name)->bodies > 1)
        return;
    copy_before(u, i);
    copy_tokens(u, i, i);
    snprintf(text, sizeof text,
             " static const void *const _Simt_known_%u "
             "__attribute__((__unused__)) = ::simt::register_kernel(",
             i);
    insert(u, text);
    copy_tokens(u, name, name);
    insert(u, ", ");
    insert_quoted(u, name, name);
    if (in->head.bounds) {
        insert(u, ", ");
        copy_bounds(u, in->head.bounds);
    }
    insert(u, ");");
    resume_behind(u, i);
}
