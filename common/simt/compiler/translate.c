/*
 * translate.c - from CUDA C++ to C++ for the CPU device.
 *
 *   add<<<g, b>>>(x, 3);       ::simt::launch_typed(::simt::config(g, b),
 *                                  "add", "x.cu", 12, add,
 *                                  [](auto &...simt_p) { add(simt_p...); })
 *                                  (x, 3);
 *     launch_generic(), which has no pointer to the kernel, where the types of
 *     the parameters are not known before the arguments are; launch_typed()
 *     without the lambda where `add` is no name of a kernel but an expression
 *   __shared__ float t[9];     static __thread float t[9];
 *     check mode: alone in a struct with 128 bytes behind it that nobody may
 *     touch, under a name that the symbol table shows: simt_shared_t
 *   extern __shared__ T s[];   T (&s)[] = ...(::simt_dynamic_shared);
 *   __device__ int n;          __attribute__((section("simt_device"))) int n;
 *     and simt_constant, simt_managed; const ones stay as they are, since a
 *     section cannot hold both kinds
 *   __global__ __device__      nothing, on functions
 *
 * Text is only ever replaced in place. Behind a replacement that is not as
 * long as what it replaces, a line "# 12 "x.cu"" and blanks bring the compiler
 * back to the line and column that the student sees.
 *
 * What is a kernel, a variable or a function is decided by looking at tokens,
 * with no table of types: the first walk over the tokens collects the names of
 * kernels and functions, the second one rewrites. Both know the scope they are
 * in from the words before each opening brace.
 *
 * By names as well it is decided whether code for the GPU uses what only the
 * host has. A name that means something else anywhere it could be seen from is
 * let through: to refuse a right program is worse than to miss a wrong one.
 */
#define _GNU_SOURCE
#include "compiler/translate.h"

#include "compiler/messages.h"
#include "compiler/names.h"
#include "compiler/output.h"
#include "compiler/unit.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- declarations ------------------------------------------------------- */

struct declaration {
    uint32_t first; /* specifiers are first..declarator - 1 */
    uint32_t declarator;
    uint32_t end; /* the ; */
    bool variable, constant, builtin;
};

/* What begins at token `first`: variables, or something else? */
static struct declaration read_declaration(const struct unit *u, uint32_t first)
{
    struct declaration d = {.first = first, .builtin = true};
    uint32_t i = first;
    bool type = false, is_const = false;
    while (i < u->count && i - first < SEARCH && !d.declarator) {
        int kind = kind_at(u, i), next = kind_at(u, i + 1);
        if ((kind == ATTRIBUTE || kind == '[') &&
            (next == '(' || next == '[')) {
            type = type || token_is(u, i, "decltype");
            i = skip_bracket(u, kind == '[' ? i : i + 1);
        } else if (kind == CLASS || kind == ENUM) {
            i++;
            while (kind_at(u, i) == ATTRIBUTE)
                i = skip_bracket(u, i + 1);
            if (kind_at(u, i) == NAME)
                i++;
            if (kind_at(u, i) == '{')
                i = skip_bracket(u, i);
            type = true;
            d.builtin = false;
        } else if (kind == '<' && type) {
            i = skip_angle(u, i);
            if (!i)
                return d;
        } else if (kind == SCOPE) {
            i++;
        } else if (kind == '*' || kind == '&') {
            d.declarator = i;
        } else if (kind == '(') {
            if (next != '*' && next != '&')
                return d;
            d.declarator = i;
        } else if (kind == TYPEDEF || kind == OPERATOR || kind == TEMPLATE) {
            return d;
        } else if (is_word(kind)) {
            if (type && (next == '[' || next == ',' || next == ';' ||
                         next == '=' || next == '{'))
                d.declarator = i;
            else if (next == '(' && kind == NAME) {
                int inside = kind_at(u, i + 2);
                if (!type || (inside != NUMBER && inside != STRING))
                    return d;
                d.declarator = i;
            }
            if (kind == CONST)
                is_const = true;
            else if (kind == NAME || kind == BUILTIN_TYPE || kind == VOID) {
                type = true;
                d.builtin = d.builtin && (kind == BUILTIN_TYPE || d.declarator);
            }
            i++;
        } else {
            return d;
        }
    }
    for (i = d.declarator; i && i < u->count && i - first < SEARCH; i++) {
        int kind = kind_at(u, i);
        if (kind == '*')
            is_const = false;
        else if (kind == CONST)
            is_const = true;
        if (kind == ';') {
            d.end = i;
            break;
        }
        if ((kind == '[' || kind == '{' || kind == '(') &&
            u->tokens[i].match > i) {
            if (kind == '(' && kind_at(u, i + 1) == '*')
                is_const = false;
            i = u->tokens[i].match;
        } else if (kind == '}' || kind == ')') {
            break;
        }
        if (kind == '=')
            for (; kind_at(u, i + 1) != ';' && i + 1 < u->count; i++)
                if (kind_at(u, i + 1) == '{' && u->tokens[i + 1].match)
                    i = u->tokens[i + 1].match - 1;
    }
    d.variable = d.end != 0;
    d.constant = is_const;
    return d;
}

/* The name in the declarator at i, and where the declarator ends (at , or ;).
 */
static uint32_t declarator_name(const struct unit *u, uint32_t i, uint32_t *end)
{
    uint32_t name = 0;
    for (;; i++) {
        int kind = kind_at(u, i);
        if (kind == NAME || (kind > HOST && kind != ATTRIBUTE &&
                             kind != CONST && kind != VOLATILE)) {
            if (!name)
                name = i;
        } else if (kind == ATTRIBUTE && kind_at(u, i + 1) == '(') {
            i = skip_bracket(u, i + 1) - 1;
        } else if (kind == '(' && !name) {
            continue; /* (*name)[4] */
        } else if (kind == '[' || kind == '(' || kind == '{') {
            i = skip_bracket(u, i) - 1;
        } else if (kind == ',' || kind == ';' || kind == END) {
            break;
        }
    }
    *end = i;
    return name;
}

/* Is there an alignas(...) at i? It has to come first in a declaration. */
static bool is_alignas(const struct unit *u, uint32_t i)
{
    return kind_at(u, i) == ATTRIBUTE && kind_at(u, i + 1) == '(' &&
           (token_is(u, i, "alignas") || token_is(u, i, "_Alignas"));
}

static void copy_alignas(struct unit *u, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last; i++)
        if (is_alignas(u, i))
            copy_tokens(u, i, skip_bracket(u, i + 1) - 1);
}

/* Copy tokens first..last without alignas(), words that are the translator's
 * own, __restrict__, which typedefs cannot have everywhere, and, unless asked
 * for, other attributes. */
static void copy_specifiers(struct unit *u, uint32_t first, uint32_t last,
                            bool attributes)
{
    uint32_t from = first;
    for (uint32_t i = first; i <= last + 1; i++) {
        int kind = i > last ? END : kind_at(u, i);
        bool attribute = kind == ATTRIBUTE && kind_at(u, i + 1) == '(' &&
                         (is_alignas(u, i) || !attributes) &&
                         !token_is(u, i, "decltype");
        bool restricts = kind == VOLATILE && (token_is(u, i, "__restrict__") ||
                                              token_is(u, i, "__restrict"));
        if (kind != SHARED && kind != DEVICE && kind != STATIC &&
            kind != EXTERN && kind != END && !attribute && !restricts)
            continue;
        if (i > from)
            copy_tokens(u, from, i - 1);
        insert(u, " ");
        if (attribute)
            i = skip_bracket(u, i + 1) - 1;
        from = i + 1;
    }
}

/* Is the size between first and last told with warpSize? nvcc does not know its
 * value. */
static void look_at_size(struct unit *u, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last && i - first < SEARCH; i++) {
        const struct name *k = name_at(u, i);
        if (token_is(u, i, "warpSize") && !k->doubt && !k->variable &&
            !k->local && kind_at(u, i - 1) != '.' && kind_at(u, i - 1) != SCOPE)
            complain(u, i, i,
                     "the compiler for the GPU does not know warpSize when it "
                     "makes an array; write 32");
    }
}

/* The name at i is for the GPU's linker: nvcc wants it in ASCII. Here it does no
 * harm. */
static void look_at_letters(struct unit *u, uint32_t i)
{
    const struct token *t = &u->tokens[i];
    for (uint32_t k = 0; k < t->length; k++)
        if ((unsigned char)u->s[t->at + k] >= 0x80) {
            warn(u, i,
                 "nvcc takes only the letters a to z, digits and _ in the "
                 "name of a kernel, of a __device__ function, of a variable "
                 "of the GPU and of extern __shared__ memory");
            return;
        }
}

/* At the __shared__ that is token i: nothing may be shared without us. */
static uint32_t unknown_shared(struct unit *u, uint32_t i)
{
    if (in_system(u, i))
        blank(u, i);
    else
        complain(u, i, i,
                 "simtcc does not understand this __shared__; declare one "
                 "variable or array with it, as in \"__shared__ float "
                 "tile[32][33];\"");
    return i + 1;
}

/* A __shared__ declaration: token `at`, first token of the statement `first`.
 */
static uint32_t shared_variable(struct unit *u, uint32_t at, uint32_t first,
                                bool in_function, bool in_switch)
{
    if (at - first > SEARCH)
        return unknown_shared(u, at);
    /* Labels before it: `case 3:` and `name:`. */
    for (uint32_t k = first; k < at; k++)
        if (kind_at(u, k) == ':')
            first = k + 1;
    struct declaration d = read_declaration(u, first);
    bool outside = false;
    for (uint32_t k = first; k < d.declarator; k++)
        outside = outside || kind_at(u, k) == EXTERN;
    uint32_t end, name = 0;
    if (d.variable)
        name = declarator_name(u, d.declarator, &end);
    /* `__shared__ int *f();` means nothing, to nvcc too. */
    if (!in_function && !name && kind_at(u, first) != TYPEDEF) {
        blank(u, at);
        return at + 1;
    }
    if (!name)
        return unknown_shared(u, at);
    copy_before(u, first);
    bool simple = !u->check && d.builtin;
    struct text sizes = {0};
    for (uint32_t i = d.declarator; i <= d.end; i = end + 1) {
        name = declarator_name(u, i, &end);
        if (!name)
            break;
        const char *s = u->s + u->tokens[name].at;
        int n = (int)u->tokens[name].length;
        for (uint32_t k = name; k < end; k++) {
            if (kind_at(u, k) == '[' && u->tokens[k].match) {
                look_at_size(u, k, u->tokens[k].match);
                k = u->tokens[k].match;
            }
            if (kind_at(u, k) == '=' || kind_at(u, k) == '{') {
                complain(u, k, k,
                         "a __shared__ variable cannot have an initial value; "
                         "let a thread of the block assign it, and "
                         "__syncthreads() after that");
                break;
            }
        }
        if (in_function && !outside)
            put_format(&sizes, "%s sizeof(%.*s)", sizes.n ? " +" : "", n, s);
        if (outside)
            look_at_letters(u, name);
        if (outside && in_function) {
            /* Arrays of one name are one array to nvcc, here as well. */
            insert(u, "{ extern ");
            if (name_at(u, name)->dynamic)
                insert(u, "__thread ");
            copy_specifiers(u, d.first, d.declarator - 1, false);
            copy_specifiers(u, i, end - 1, false);
            insert(u, "; } ");
            copy_specifiers(u, d.first, d.declarator - 1, false);
            if (name > i)
                copy_specifiers(u, i, name - 1, false);
            insert(u, "(&");
            copy_tokens(u, name, name);
            insert(u, ")");
            if (name + 1 < end)
                copy_specifiers(u, name + 1, end - 1, false);
            INSERT(u,
                   " = reinterpret_cast<decltype(%.*s)>"
                   "(::simt_dynamic_shared);",
                   n, s);
        } else if (outside) {
            add_name(u, name)->dynamic = true;
            copy_alignas(u, d.first, d.declarator - 1);
            insert(u, "extern __thread ");
            copy_specifiers(u, d.first, d.declarator - 1, true);
            copy_specifiers(u, i, end - 1, true);
            insert(u, " __asm__(\"simt_dynamic_shared\") "
                      "__attribute__((aligned(128)));");
        } else if (simple || !in_function || (in_switch && !u->check)) {
            copy_alignas(u, d.first, d.declarator - 1);
            insert(u, "static __thread ");
            copy_specifiers(u, d.first, d.declarator - 1, true);
            copy_specifiers(u, i, end - 1, true);
            if (u->check)
                INSERT(u,
                       " __asm__(\"simt_shared_%.*s.%d\") "
                       "__attribute__((used, aligned(128)))",
                       n, s, u->shared_labels++);
            insert(u, ";");
        } else {
            /* Bytes, since __thread variables cannot have constructors. */
            INSERT(u,
                   "struct simt_type_%.*s { typedef __attribute__((unused)) ",
                   n, s);
            copy_specifiers(u, d.first, d.declarator - 1, true);
            copy_specifiers(u, i, end - 1, true);
            INSERT(u,
                   "; }; static __thread struct { "
                   "alignas(typename simt_type_%.*s::%.*s) ",
                   n, s, n, s);
            copy_alignas(u, d.first, d.declarator - 1);
            INSERT(u,
                   "char simt_in[sizeof(typename simt_type_%.*s::%.*s)];%s } "
                   "simt_shared_%.*s%s; ",
                   n, s, n, s, u->check ? " char simt_gap[128];" : "", n, s,
                   u->check ? " __attribute__((used, aligned(128)))" : "");
            /* `case` may jump over what is static. */
            INSERT(u,
                   "%sauto &%.*s = reinterpret_cast<typename "
                   "simt_type_%.*s::%.*s &>(simt_shared_%.*s.simt_in);",
                   in_switch ? "static thread_local " : "", n, s, n, s, n, s,
                   n, s);
        }
    }
    /* nvcc counts all of a kernel's, but one statement is what there is in most
     * that are too large. */
    if (sizes.n)
        INSERT(u,
               " static_assert(%s <= 49152, \"more __shared__ memory than the "
               "48 KB that a block can have\");",
               sizes.s);
    free(sizes.s);
    resume_behind(u, d.end);
    return d.end + 1;
}

/* ---- launches ----------------------------------------------------------- */

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

/* Find the end of the launch whose <<< is at `open`; false after a message. */
static bool read_launch(struct unit *u, struct launch *l)
{
    const struct token *first = &u->tokens[l->first],
                       *last = &u->tokens[l->open - 1];
    int n = (int)(last->at + last->length - first->at);
    const char *name = u->s + first->at;
    if (n > 60 || first->line != last->line) {
        name = "kernel";
        n = 6;
    }
    uint32_t two = 0, bare = 0, unclosed = 0, commas = 0, angles = 0, seen = 0;
    uint32_t i = l->open + 3, hole = i;
    for (; i < u->count; i++) {
        int kind = kind_at(u, i);
        if (kind == '(' || kind == '[' || kind == '{') {
            uint32_t end = u->tokens[i].match;
            uint32_t stop = end ? end : u->count;
            for (uint32_t k = i; k < stop && k - i < SEARCH; k++) {
                int inner = kind_at(u, k);
                if (inner == '{' && u->tokens[k].match)
                    k = u->tokens[k].match;
                else if (inner == ';')
                    break;
                uint32_t run = closing_run(u, k, 3);
                if (run && kind_at(u, run + 1) == '(' && !unclosed)
                    unclosed = i;
            }
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
            if (i == hole && !l->args)
                break;
            seen++;
            hole = i + 1;
        }
        angles += kind == '<';
        if (kind != '>')
            continue;
        uint32_t run = closing_run(u, i, 3);
        if (run) {
            if (kind_at(u, run + 1) == '(') {
                if (hole == run - 2)
                    break; /* nothing before it: see below */
                l->close = run - 2;
                l->args = run + 1;
                commas = seen;
                i = u->tokens[l->args].match;
                int after = i ? kind_at(u, i + 1) : END;
                /* Arguments, or template<template<template<>>>(...)? */
                if (!i || is_word(after) || after == ';')
                    break;
            } else {
                bare = run;
                i = run;
            }
        } else if (kind_at(u, i + 1) == '>' && touching(u, i)) {
            if (kind_at(u, i + 2) == '(')
                two = i;
            i++;
        }
    }
    if (!l->args) {
        if (unclosed)
            complain(u, unclosed, unclosed,
                     "this \"%c\" is not closed before the \">>>\" of the "
                     "launch; " HOW,
                     kind_at(u, unclosed), n, name);
        else if (two)
            complain(u, two, two + 1,
                     "a launch ends with \">>>\", not with \">>\"; " HOW, n,
                     name);
        else if (bare)
            complain(u, bare - 2, bare,
                     "this launch has no arguments: after \">>>\" comes "
                     "\"(\"; " HOW,
                     n, name);
        else if (kind_at(u, i) == ')' || kind_at(u, i) == ']')
            complain(u, i, i, "this \"%c\" closes nothing; " HOW, kind_at(u, i),
                     n, name);
        else if (hole == i && i < u->count)
            complain(u, i, i, "something is missing before this \"%.*s\"; " HOW,
                     closing_run(u, i, 3) ? 3 : 1, u->s + u->tokens[i].at, n,
                     name);
        else
            complain(u, l->open, l->open + 2,
                     "this launch has no \">>>\"; " HOW, n, name);
        return false;
    }
    uint32_t end = u->tokens[l->args].match;
    for (uint32_t k = l->args + 1; k < end && k - l->args < SEARCH; k++) {
        if (kind_at(u, k) == '{' && u->tokens[k].match)
            k = u->tokens[k].match;
        else if (kind_at(u, k) == ';')
            end = 0;
    }
    if (!end) {
        complain(u, l->args, l->args,
                 "the \"(\" of this launch's arguments is not closed; " HOW, n,
                 name);
        return false;
    }
    if (commas == 0) {
        complain(u, l->close, l->close + 2,
                 "a launch needs two numbers at least, of blocks and of "
                 "threads in each; " HOW,
                 n, name);
        return false;
    }
    if (commas > 3 && angles == 0) {
        complain(u, l->open, l->open + 2,
                 "a launch has at most four things between \"<<<\" and "
                 "\">>>\": blocks, threads in each, bytes of shared memory, "
                 "stream");
        return false;
    }
    return true;
}

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

/* ---- the walks ----------------------------------------------------------- */

enum scope_kind { IN_NAMESPACE, IN_CLASS, IN_FUNCTION };

/* What stands before the token in hand, since the last ; { or }. */
struct head {
    uint32_t start;
    uint32_t paren; /* the ( of a function's parameters, 0: none yet */
    bool names, type, enumeration, c_linkage, device, host, global, control,
        other;
    bool template, pack, operator;
    int needed;
};

struct scope {
    enum scope_kind kind;
    bool device, in_switch;
    bool kernel;      /* a kernel's body, or within it */
    bool host;        /* in device code: __host__ as well */
    bool quiet;       /* ... : nvcc may never look at it, nor do we */
    bool constant;    /* ... : constexpr */
    int turn;         /* ... : "continue" jumps to this label; 0: as it is */
    bool body;        /* ... : the loop's body begins here */
    bool member;      /* ... : of a class */
    bool template;    /* a class template */
    bool hidden;      /* a namespace without a name */
    bool strict;      /* arrays of variable size are errors up to the brace */
    uint32_t space;   /* which namespace: a hash of the names */
    uint32_t parens;  /* of the scope around this one */
    struct head head; /* ... and its head, if the text goes on after } */
};

struct walk {
    struct unit *u;
    bool rewrite; /* the second walk */
    struct scope *scopes;
    uint32_t depth, room; /* scopes[0..depth] */
    uint32_t parens;
    struct head head;
    uint32_t function; /* how many functions have begun */
    int turn;          /* the label of the next loop's body, 0: none */
    bool turn_begins;  /* with this { */
    uint32_t meets, meets_end; /* around a condition: see meet_behind() */
};

/* template <...> at i: what must be given, and the token behind. */
static uint32_t read_template(struct walk *w, uint32_t i)
{
    const struct unit *u = w->u;
    uint32_t end = skip_angle(u, i + 1);
    if (!end)
        return i + 1;
    w->head.template = true;
    bool some = false, given = false;
    int needed = 0;
    for (uint32_t k = i + 2; k < end; k++) {
        int kind = kind_at(u, k);
        if (kind == '(' || kind == '[' || kind == '{') {
            k = skip_bracket(u, k) - 1;
            continue;
        }
        if (kind == '<') {
            uint32_t behind = skip_angle(u, k);
            if (behind)
                k = behind - 1;
            continue;
        }
        if (kind == ',' || k == end - 1) {
            needed += some && !given;
            some = given = false;
            continue;
        }
        some = true;
        given = given || kind == '=';
        w->head.pack = w->head.pack || kind == '.';
    }
    w->head.needed = needed;
    return end;
}

/* A student's function of this name, no kernel: may code for the GPU call it?
 */
static void note_space(struct walk *w, uint32_t name)
{
    struct unit *u = w->u;
    struct name *k = add_name(u, name);
    int before = kind_at(u, name - 1), inside = kind_at(u, name + 2);
    bool method = w->scopes[w->depth].kind == IN_CLASS;
    bool doubt = w->head.device || inside == NUMBER || inside == STRING;
    for (uint32_t i = w->head.start; i < name; i++)
        doubt = doubt || (u->relaxed && token_is(u, i, "constexpr")) ||
                token_is(u, i, "consteval") || token_is(u, i, "friend");
    if (w->head.device && !w->head.host && !method && before != SCOPE)
        k->device_function = name;
    else
        k->for_host = true;
    if (doubt)
        k->doubt = true;
    else if (method)
        k->host_method = name;
    else if (name > w->head.start && before != SCOPE && before != '~')
        k->host_function = name;
}

/* The statement that ends with the ; at i, outside functions and classes: are
 * there variables of the host in it? */
static void note_variables(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    struct declaration d = read_declaration(u, w->head.start);
    bool doubt = w->head.template, thread = false, is_constexpr = false;
    if (!d.variable || d.end != i)
        return;
    for (uint32_t k = d.first; k < i; k++) {
        int kind = kind_at(u, k);
        if (kind == '=' || kind == '{')
            break;
        doubt = doubt || kind == DEVICE || kind == CONSTANT ||
                kind == MANAGED || kind == SHARED ||
                token_is(u, k, "texture") || token_is(u, k, "surface");
        is_constexpr = is_constexpr || token_is(u, k, "constexpr");
        thread = thread || token_is(u, k, "thread_local") ||
                 token_is(u, k, "__thread");
    }
    for (uint32_t end, k = d.declarator; k < i; k = end + 1) {
        uint32_t name = declarator_name(u, k, &end);
        if (!name || kind_at(u, name) != NAME)
            break;
        int next = kind_at(u, name + 1), before = kind_at(u, name - 1);
        struct name *e = add_name(u, name);
        bool constants = next == '[' && d.builtin && !is_constexpr;
        if (next == '(') /* int *f(int); */
            continue;
        if (doubt || before == SCOPE || (d.constant && !constants)) {
            e->doubt = true;
            continue;
        }
        e->variable = name;
        e->constants = d.constant;
        e->thread = e->thread || thread;
    }
}

/* All names in tokens first..last: something else than what they may be
 * elsewhere. */
static void doubt_names(struct unit *u, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last && i - first < SEARCH; i++)
        if (kind_at(u, i) == NAME)
            add_name(u, i)->doubt = add_name(u, i)->for_host = true;
}

/* The first walk, at a token: what names mean. */
static void note_names(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    enum scope_kind in = w->scopes[w->depth].kind;
    int kind = kind_at(u, i), next = kind_at(u, i + 1);
    if (in_system(u, i)) {
        if (kind == NAME && next == '(' && in != IN_FUNCTION)
            add_name(u, i)->system = true;
        return;
    }
    if (kind == NAME && in == IN_FUNCTION) {
        add_name(u, i)->mentioned = true;
        u->by_address = u->by_address || token_is(u, i, "cudaLaunchKernel") ||
                        token_is(u, i, "cudaLaunchKernelExC") ||
                        token_is(u, i, "cudaLaunchCooperativeKernel") ||
                        token_is(u, i, "cudaGraphAddKernelNode");
    } else if (kind == NAME && in == IN_CLASS) {
        struct name *k = add_name(u, i);
        k->member = true;
        k->field = k->field || next != '(';
    } else if (kind == CLASS && next == NAME) {
        add_name(u, i + 1)->doubt = true;
    } else if (kind == ENUM && in != IN_FUNCTION) {
        for (uint32_t k = i + 1; k < i + 8 && kind_at(u, k) != ';'; k++)
            if (kind_at(u, k) == '{') {
                doubt_names(u, k, u->tokens[k].match);
                break;
            }
    } else if (kind == NAMESPACE && next == NAME) {
        if (kind_at(u, i + 2) == '{')
            add_name(u, i + 1)->namespace = true;
        else if (kind_at(u, i - 1) != TYPEDEF)
            return; /* namespace a = b; */
        else if (token_is(u, i + 1, "std") && kind_at(u, i + 2) == ';')
            u->using_std = true;
        else
            u->using_other = true;
    } else if (kind == TYPEDEF && token_is(u, i, "using")) {
        for (uint32_t k = i + 1; k < i + 8 && kind_at(u, k) != ';'; k++)
            doubt_names(u, k, k);
    } else if (kind == ';' && w->parens == 0 && in == IN_NAMESPACE) {
        note_variables(w, i);
    }
}

/* The ( at i follows a name, outside functions. */
static void note_function(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    w->head.paren = i;
    uint32_t name = i - 1, close = u->tokens[i].match;
    if (w->rewrite) {
        if (u->files[u->tokens[i].file].system)
            return;
        if ((w->head.global || w->head.device) && !w->head.other)
            look_at_letters(u, name);
        if (!w->head.global)
            return;
        int n = (int)u->tokens[name].length;
        const char *s = u->s + u->tokens[name].at;
        bool nothing = false, is_friend = false;
        for (uint32_t k = w->head.start; k < name; k++)
            is_friend = is_friend || token_is(u, k, "friend");
        if (w->scopes[w->depth].kind == IN_CLASS && !is_friend)
            complain(u, name, name,
                     "a kernel cannot be a member of a class; write %.*s() "
                     "outside of it",
                     n, s);
        else if (w->head.device || w->head.host)
            complain(u, name, name,
                     "a kernel is neither __device__ nor __host__; write only "
                     "__global__ before %.*s()",
                     n, s);
        for (uint32_t k = w->head.start; k < name; k++)
            nothing = nothing || kind_at(u, k) == VOID;
        if (!nothing && kind_at(u, name) == NAME)
            complain(u, name, name,
                     "a kernel cannot return anything: write __global__ void "
                     "%.*s(...)",
                     n, s);
        if (close && kind_at(u, close - 1) == '.' &&
            is_word(kind_at(u, w->head.start)) && /* not (T... p) */
            (kind_at(u, close - 4) == ',' || close - 4 == i))
            complain(u, close - 3, close - 1,
                     "a kernel cannot have \"...\" for arguments of any "
                     "number");
        return;
    }
    if (kind_at(u, name) != NAME || kind_at(u, w->head.start) == TYPEDEF)
        return;
    bool body = close && kind_at(u, close + 1) == '{';
    if (!w->head.global) {
        if (in_system(u, name)) {
            if (w->scopes[w->depth].kind == IN_NAMESPACE &&
                w->scopes[w->depth].space == 0)
                add_name(u, name)->ambient = true;
        } else {
            note_space(w, name);
            struct name *k = add_name(u, name);
            k->ordinary = true;
            k->function = k->function ||
                          (body && w->scopes[w->depth].kind == IN_NAMESPACE);
        }
        return;
    }
    int parameters = close > i + 1;
    bool defaults = false;
    for (uint32_t k = i + 1; k < close; k++) {
        int kind = kind_at(u, k);
        parameters += kind == ',';
        defaults = defaults || kind == '=';
        if (kind == '(' || kind == '[' || kind == '{')
            k = skip_bracket(u, k) - 1;
        else if (kind == '<' && skip_angle(u, k))
            k = skip_angle(u, k) - 1;
    }
    struct name *k = add_name(u, name);
    uint32_t space = w->scopes[w->depth].space;
    if (!k->kernel) {
        k->parameters = parameters;
        k->space = space;
    }
    if (k->space == space) {
        k->varied = k->varied || k->parameters != parameters;
        k->bodies += body;
    }
    if (!k->kernel || !k->template || w->head.needed < k->needed)
        k->needed = w->head.needed;
    k->kernel = true;
    k->defaults = k->defaults || defaults;
    k->template = k->template || w->head.template;
    k->plain = k->plain || !w->head.template;
    k->pack = k->pack || w->head.pack;
}

/* The brace at i begins the body of `name` and is never closed. */
static void no_closing(struct unit *u, uint32_t name, uint32_t i)
{
    uint32_t k = i + 1; /* what stands at the beginning of a line */
    char where[64] = "";
    while (k < u->count &&
           !(is_word(kind_at(u, k)) && u->tokens[k].file == u->tokens[i].file &&
             line_start(u, u->tokens[k].at) == u->tokens[k].at))
        k++;
    if (k < u->count)
        snprintf(where, sizeof where, ", perhaps before line %u",
                 u->tokens[k].line);
    complain(u, name, name,
             "a closing \"}\" seems to be missing in %.*s(), which begins "
             "here%s",
             (int)u->tokens[name].length, u->s + u->tokens[name].at, where);
    u->lost = true;
}

/* The function whose body begins at i: nvcc looks at those that can be called
 * from elsewhere, and at the others if they are used. */
static void begin_function(struct walk *w, const struct scope *outer,
                           struct scope *in, uint32_t i)
{
    struct unit *u = w->u;
    const struct head *h = &w->head;
    uint32_t name = h->paren ? h->paren - 1 : 0;
    bool needed = outer->hidden || h->template;
    w->function++;
    in->host = h->host;
    in->member = outer->kind == IN_CLASS || kind_at(u, name - 1) == SCOPE;
    for (uint32_t k = h->start; k < i && w->rewrite; k++) {
        in->constant = in->constant || token_is(u, k, "constexpr") ||
                       token_is(u, k, "consteval");
        needed = needed || kind_at(u, k) == STATIC ||
                 token_is(u, k, "inline") || token_is(u, k, "__inline__") ||
                 token_is(u, k, "__inline") || token_is(u, k, "constexpr");
        if (kind_at(u, k) == NAME && name_at(u, k)->name)
            name_at(u, k)->local = w->function;
    }
    in->quiet = kind_at(u, name) != NAME ||
                h->operator||(in->member && (h->template || outer->template)) ||
                ((needed || in->member) && !name_at(u, name)->mentioned);
    if (w->rewrite && in->device && !u->lost && !u->tokens[i].match &&
        !in_system(u, i) && kind_at(u, name) == NAME)
        no_closing(u, name, i);
}

/* Whether a lambda's body begins at i, in a statement that begins at `start`,
 * and the lambda may be used where only constexpr functions can be. */
static bool maybe_constant(const struct unit *u, uint32_t start, uint32_t i)
{
    if (token_is(u, kind_at(u, start) == STATIC ? start + 1 : start,
                 "constexpr"))
        return true;
    for (i--; is_word(kind_at(u, i)) || kind_at(u, i) == ARROW; i--)
        if (token_is(u, i, "constexpr"))
            return true;
    if (kind_at(u, i) == ')' && u->tokens[i].match)
        i = u->tokens[i].match - 1;
    return kind_at(u, i) == ']' && kind_at(u, i - 1) == '[';
}

/* Code for the GPU has no arrays of variable size, which g++ takes. Not with
 * push and pop: g++ goes on to warn behind those. */
static void begin_strict(struct unit *u, uint32_t i)
{
    copy_before(u, i + 1);
    insert(u, "\n#pragma GCC diagnostic error \"-Wvla\"\n");
}

static void end_strict(struct unit *u, uint32_t i)
{
    copy_before(u, i);
    insert(u, "\n#pragma GCC diagnostic ignored \"-Wvla\"\n");
}

/* A kernel's body ends at i. Its address may go anywhere before it is launched:
 * what types it takes is remembered here. */
static void register_at(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    const uint32_t name = in->head.paren ? in->head.paren - 1 : 0;
    char text[100];

    if (!u->by_address || !in->head.global || in->head.template ||
        w->depth == 0 || w->scopes[w->depth - 1].kind != IN_NAMESPACE ||
        in_system(u, i) || kind_at(u, name) != NAME ||
        !name_at(u, name)->kernel || name_at(u, name)->bodies > 1)
        return;
    copy_before(u, i);
    copy_tokens(u, i, i);
    snprintf(text, sizeof text,
             " static const void *const _Simt_known_%u "
             "__attribute__((__unused__)) = ::simt::register_kernel(",
             i);
    insert(u, text);
    copy_tokens(u, name, name);
    insert(u, ");");
    resume_behind(u, i);
}

static void open_brace(struct walk *w, uint32_t i)
{
    if (w->depth + 1 >= w->room) {
        uint32_t room = w->room * 2 + 64;
        struct scope *grown = realloc(w->scopes, room * sizeof *grown);
        if (!grown) {
            w->u->failed = true;
            return;
        }
        w->scopes = grown;
        w->room = room;
    }
    const struct scope *outer = &w->scopes[w->depth];
    const struct head *h = &w->head;
    struct scope in = {.kind = IN_FUNCTION, .parens = w->parens, .head = *h};
    bool function = h->paren || h->operator;
    if (outer->kind == IN_FUNCTION) {
        in.device = outer->device || h->device || h->global;
        in.kernel = outer->kernel;
        in.host = outer->host || h->host;
        in.quiet = outer->quiet;
        in.constant = outer->constant || maybe_constant(w->u, h->start, i);
        in.body = w->turn_begins;
        in.turn = in.body ? w->turn : outer->turn;
        w->turn_begins = false;
        in.member = outer->member;
        /* A lambda's are not those of the next one in this statement. */
        in.head.device = in.head.host = false;
        in.in_switch = h->control && kind_at(w->u, h->start) == SWITCH;
    } else if (!function && (h->names || h->c_linkage)) {
        in.kind = IN_NAMESPACE;
        in.space = outer->space;
        in.hidden = outer->hidden || kind_at(w->u, i - 1) == NAMESPACE;
        for (uint32_t k = h->start; k < i && h->names; k++)
            for (uint32_t c = 0; c < w->u->tokens[k].length; c++)
                in.space = (in.space ^
                            (unsigned char)w->u->s[w->u->tokens[k].at + c]) *
                           16777619u;
    } else if (!function && h->type) {
        in.kind = IN_CLASS;
        in.template = outer->template || h->template;
    } else {
        in.device = h->device || h->global;
        in.kernel = h->global;
        begin_function(w, outer, &in, i);
    }
    /* A function's body, and no initial value. */
    if (w->rewrite && in.device && outer->kind != IN_FUNCTION && h->paren &&
        w->parens == 0 && w->u->tokens[i].match && !in_system(w->u, i) &&
        (kind_at(w->u, i - 1) == ')' || kind_at(w->u, i - 1) == CONST)) {
        in.strict = true;
        begin_strict(w->u, i);
    }
    w->scopes[++w->depth] = in;
    w->parens = 0;
    w->head = (struct head){.start = i + 1};
}

static void close_brace(struct walk *w, uint32_t i)
{
    const struct scope *in = &w->scopes[w->depth];
    bool within =
        false; /* an initial value or a lambda: the statement goes on */
    if (w->depth > 0) {
        const struct head *h = &in->head;
        w->parens = in->parens;
        within = w->parens > 0 ||
                 (in->kind == IN_FUNCTION && !h->paren &&
                  !h->operator&& !h->control && kind_at(w->u, i + 1) != '}' &&
                  h->other);
        w->head = *h;
        w->depth--;
    }
    if (!within)
        w->head = (struct head){.start = i + 1};
}

/* Whether "continue" in or behind the loop's body at i may be that loop's: it
 * has no braces, and is more than a short statement. */
static bool unclear(const struct unit *u, uint32_t i)
{
    if (kind_at(u, i) == '{')
        return false;
    for (; kind_at(u, i) != ';'; i++) {
        if (kind_at(u, i) == '(' && u->tokens[i].match)
            i = u->tokens[i].match;
        else if (kind_at(u, i) == '{' || kind_at(u, i) == END ||
                 token_is(u, i, "continue"))
            return true;
    }
    return token_is(u, i + 1, "else");
}

/* Is the name before the colon at i + 1 a label? */
static bool goes_to(const struct unit *u, uint32_t i)
{
    int before = kind_at(u, i - 1);
    uint32_t open = before == ')' ? u->tokens[i - 1].match : 0;

    if (open)
        return kind_at(u, open - 1) == CONTROL ||
               kind_at(u, open - 1) == SWITCH;
    return before == CONTROL || strchr("{};", before < 128 ? before : ' ');
}

/* (choice ? a : b)[k] at i? With two arrays, and any -fsanitize that replaces
 * operators, g++ (12, 14) computes k in one of the two cases only. */
static void look_at_choice(struct unit *u, uint32_t i)
{
    uint32_t end = u->tokens[i].match, k = i + 1, before = i - 1;

    if (!u->check || !end || kind_at(u, end + 1) != '[')
        return;
    while (k < end && kind_at(u, k) != '?')
        k = (u->tokens[k].match > k ? u->tokens[k].match : k) + 1;
    if (k >= end)
        return;
    /* Arguments of a call, or of a cast? An if (...), or (type)? */
    if (kind_at(u, before) == ')') {
        before = u->tokens[before].match - 1;
        if (kind_at(u, before) == ')')
            return;
    }
    if (kind_at(u, before) == NAME || kind_at(u, before) == ']' ||
        kind_at(u, before) == '>' || kind_at(u, before) == BUILTIN_TYPE)
        return;
    copy_before(u, i);
    insert(u, "::simt_same");
}

/* A statement that is an atomicExch() at i alone? Then nobody asks for what was
 * there before. Check mode is told by another name (device_atomic_functions.h).
 * Not the condition of a for, nor the last statement in ({ }), whose value that
 * is.
 */
static void look_at_exchange(const struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    uint32_t before = i - 1, last;
    char text[60];

    if (!u->check || in_system(u, i) || w->parens > 0 ||
        kind_at(u, i + 1) != '(' ||
        kind_at(u, u->tokens[i + 1].match + 1) != ';' ||
        !(token_is(u, i, "atomicExch") || token_is(u, i, "atomicExch_block") ||
          token_is(u, i, "atomicExch_system")))
        return;
    if (kind_at(u, before) == ')' && kind_at(u, before - 1) == VOID &&
        kind_at(u, before - 2) == '(')
        before -= 3;
    if (!goes_to(u, before + 1) || token_is(u, before, "return"))
        return;
    last = u->tokens[i + 1].match + 2;
    if (kind_at(u, last) == '}' &&
        kind_at(u, u->tokens[last].match - 1) == '(')
        return;
    snprintf(text, sizeof text, "simt_stores_%.*s", (int)u->tokens[i].length,
             u->s + u->tokens[i].at);
    copy_before(u, i);
    insert(u, text);
    resume_behind(u, i);
}

/*
 * A loop's body begins at i. If lanes can part in it, they have to meet again
 * at its end, as on a GPU, before some begin the next turn: check mode goes by
 * addresses, and the next turn's are the smaller ones. Whoever leaves the body
 * stops in simt_turn's destructor (simt_launch.h); "continue" jumps to its end,
 * since the compiler makes copies of what a destructor does.
 */
static void meet_at_end(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    bool braces = kind_at(u, i) == '{', parts = false;
    bool jumps = false, plain = false;
    uint32_t end = braces ? u->tokens[i].match : i + 1;
    uint32_t own = 0; /* up to here, "case" is of a switch in the body */
    char text[60];

    w->turn = 0;
    w->turn_begins = braces;
    if (!u->check || !in->device || in->constant || in_system(u, i))
        return;
    for (uint32_t k = i; k < end; k++) {
        int kind = kind_at(u, k);
        bool loop = token_is(u, k, "for") || token_is(u, k, "while");
        bool head = kind_at(u, k + 1) == '(' && u->tokens[k + 1].match;
        uint32_t behind = head ? u->tokens[k + 1].match + 1 : k;

        jumps = jumps || token_is(u, k, "continue");
        parts = parts || loop || kind == SWITCH || kind == '?' ||
                token_is(u, k, "if") || token_is(u, k, "do");
        if (loop && head)
            plain = plain || unclear(u, behind);
        if (token_is(u, k, "do"))
            plain = plain || unclear(u, k + 1);
        if (kind == SWITCH && head && own < behind)
            own = u->tokens[behind].match ? u->tokens[behind].match : behind;
        /* A jump into the body must not pass a variable. */
        if (kind_at(u, k + 1) == ':' && kind == NAME && goes_to(u, k) &&
            !(k < own && token_is(u, k, "default")))
            return;
        if (kind == CASE && k > own)
            return;
    }
    if (!parts)
        return;
    /* Before a #pragma that belongs to the body's own loop. */
    copy(u, u->done, u->tokens[i - 1].at + u->tokens[i - 1].length,
         u->done_token);
    resume_behind(u, i - 1);
    snprintf(text, sizeof text, " if (simt_turn<%u> simt_turn_here{}) ; else ",
             u->tokens[i - 1].line);
    insert(u, text);
    if (braces && jumps && !plain) {
        w->turn = ++u->turn_labels;
        insert(u, "{ ");
    }
}

/* Two of these characters side by side, not in brackets of their own? */
static bool twice(const struct unit *u, uint32_t i, int c)
{
    return kind_at(u, i) == c && kind_at(u, i + 1) == c && touching(u, i);
}

/*
 * The head of a loop begins at i. Lanes also part where only some of them come
 * to the second half of a condition. It lies behind the body, where compilers
 * like to put it, and so those that did not need it would be through the next
 * turn before it is looked at. They stop behind the condition (simt_meets(),
 * simt_launch.h), as they would on a GPU.
 */
static void meet_behind(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    uint32_t begin = i + 1, end = u->tokens[i].match, semicolons = 0;
    bool parts = false;

    if (!u->check || !in->device || in->constant || in_system(u, i))
        return;
    for (uint32_t k = i + 1; k < end && token_is(u, i - 1, "for"); k++) {
        if (u->tokens[k].match > k)
            k = u->tokens[k].match;
        if (kind_at(u, k) == ';' && semicolons++)
            end = k;
        else if (kind_at(u, k) == ';')
            begin = k + 1;
    }
    if (token_is(u, i - 1, "for") && semicolons < 2)
        return; /* of a range */
    for (uint32_t k = begin; k < end; k++) {
        if (kind_at(u, k) == '{')
            return;
        parts = parts || twice(u, k, '&') || twice(u, k, '|') ||
                kind_at(u, k) == '?' || token_is(u, k, "and") ||
                token_is(u, k, "or");
    }
    for (uint32_t k = begin; k < end; k++) {
        if (u->tokens[k].match > k)
            k = u->tokens[k].match;
        else if (kind_at(u, k) == '=')
            return; /* a variable, perhaps */
    }
    if (parts) {
        w->meets = begin;
        w->meets_end = end;
    }
}

/* At the begin or the end of such a condition? */
static void begin_or_end_meeting(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    char text[60];

    if (w->meets && i >= w->meets) {
        copy_before(u, i);
        snprintf(text, sizeof text,
                 " ::simt_meets<%u>(static_cast<bool>(", u->tokens[i].line);
        insert(u, text);
        w->meets = 0;
    } else if (w->meets_end && i >= w->meets_end) {
        copy_before(u, i);
        insert(u, "))");
        w->meets_end = 0;
    }
}

/* A loop's body has ended at i. */
static void end_turn(struct unit *u, uint32_t i, int label)
{
    char text[60];

    copy_before(u, i + 1);
    snprintf(text, sizeof text, " simt_turn_%d:; }", label);
    insert(u, text);
}

static void jump_to_end(struct unit *u, uint32_t i, int label)
{
    char text[60];

    copy_before(u, i);
    snprintf(text, sizeof text, "goto simt_turn_%d", label);
    insert(u, text);
    resume_behind(u, i);
}

/* ---- the GPU's assembler ------------------------------------------------- */

/* What mma.sync multiplies, and in which sizes. */
static const struct {
    const char *size, *type;
    const char *shape, *element; /* simt.h's names */
    unsigned char d, a, b;       /* registers; of D and C, of 32 bits or more */
} products[] = {
    {"m16n8k8", "f16", "SIMT_16_8_8", "SIMT_HALF", 4, 2, 1},
    {"m16n8k16", "f16", "SIMT_16_8_16", "SIMT_HALF", 4, 4, 2},
    {"m16n8k8", "bf16", "SIMT_16_8_8", "SIMT_BFLOAT", 4, 2, 1},
    {"m16n8k16", "bf16", "SIMT_16_8_16", "SIMT_BFLOAT", 4, 4, 2},
    {"m16n8k8", "tf32", "SIMT_16_8_8", "SIMT_TF32", 4, 4, 2},
    {"m16n8k16", "s8", "SIMT_16_8_16", "SIMT_S8", 4, 2, 1},
    {"m16n8k32", "s8", "SIMT_16_8_32", "SIMT_S8", 4, 4, 2},
    {"m16n8k16", "u8", "SIMT_16_8_16", "SIMT_U8", 4, 2, 1},
    {"m16n8k32", "u8", "SIMT_16_8_32", "SIMT_U8", 4, 4, 2},
    {"m8n8k4", "f64", "SIMT_8_8_4", "SIMT_DOUBLE", 2, 1, 1},
};

/* Of sums; null: mma has none of that name. */
static const char *sum_of(const char *type)
{
    return !strcmp(type, "f32")   ? "SIMT_FLOAT"
           : !strcmp(type, "f16") ? "SIMT_HALF"
           : !strcmp(type, "s32") ? "SIMT_INT"
           : !strcmp(type, "f64") ? "SIMT_DOUBLE"
                                  : NULL;
}

/* The strings from token i on as one text, blanks for what divides words.
 * Returns the token behind them. */
static uint32_t asm_text(const struct unit *u, uint32_t i, char *to,
                         size_t room)
{
    size_t n = 0;

    for (; kind_at(u, i) == STRING; i++)
        for (uint32_t c = 1; c + 1 < u->tokens[i].length && n + 1 < room; c++) {
            const char *s = &u->s[u->tokens[i].at + c];

            if (*s == '\\') { /* \n, \t */
                to[n++] = ' ';
                c++;
            } else {
                to[n++] = *s;
            }
        }
    to[n] = '\0';
    return i;
}

/* Writes "{%4, %5}" as "::simt::registers<4, 5>(), "; false: it is none, or not
 * of so many. */
static bool asm_group(const char **s, unsigned registers, char *to, size_t room)
{
    size_t n = (size_t)snprintf(to, room, "::simt::registers<");

    *s += strspn(*s, " ,");
    if (*(*s)++ != '{')
        return false;
    for (unsigned i = 0; i < registers; i++) {
        char *end;

        *s += strspn(*s, " ");
        if (**s != '%' || !isdigit((unsigned char)(*s)[1]))
            return false;
        n += (size_t)snprintf(to + n, room - n, "%s%lu", i ? ", " : "",
                              strtoul(*s + 1, &end, 10));
        *s = end + strspn(end, " ");
        if (i + 1 < registers && *(*s)++ != ',')
            return false;
    }
    if (*(*s)++ != '}')
        return false;
    snprintf(to + n, room - n, ">(), ");
    return true;
}

/* mma.sync as a call; false: not a form that we know. */
static bool asm_product(const char *s, char *to, size_t room)
{
    char size[12], order[16], types[4][8];
    int used = 0, all = (int)(sizeof products / sizeof *products), k = 0;
    const char *how = "SIMT_PLAIN", *sum[2];
    size_t n;

    if (sscanf(s, " mma.sync.aligned.%11[mnk0-9].%7[rowcl].%7[rowcl]%n", size,
               order, order + 8, &used) != 3 ||
        strcmp(order, "row") || strcmp(order + 8, "col"))
        return false;
    s += used;
    if (!strncmp(s, ".satfinite", 10)) {
        how = "SIMT_SATURATE";
        s += 10;
    }
    if (sscanf(s, ".%7[a-z0-9].%7[a-z0-9].%7[a-z0-9].%7[a-z0-9]%n", types[0],
               types[1], types[2], types[3], &used) != 4 ||
        strcmp(types[1], types[2]))
        return false;
    s += used;
    while (k < all && (strcmp(products[k].size, size) ||
                       strcmp(products[k].type, types[1])))
        k++;
    sum[0] = sum_of(types[3]); /* of C */
    sum[1] = sum_of(types[0]);
    if (k == all || !sum[0] || !sum[1])
        return false;
    n = (size_t)snprintf(to, room, "::simt::mma<%s, %s, %s, %s, %s>(",
                         products[k].shape, products[k].element, sum[0], sum[1],
                         how);
    for (int group = 0; group < 4; group++) { /* D, A, B, C */
        const char *type = types[group];
        const unsigned registers = group == 1   ? products[k].a
                                   : group == 2 ? products[k].b
                                                : products[k].d;

        if (!asm_group(&s, group % 3 == 0 && !strcmp(type, "f16")
                               ? registers / 2
                               : registers,
                       to + n, room - n))
            return false;
        n += strlen(to + n);
    }
    s += strspn(s, " ;");
    return !*s;
}

/* The GPU's assembler inside a device function at i? mma.sync with its operands
 * becomes a call. Returns the last token that is done. */
static uint32_t look_at_asm(struct unit *u, uint32_t i)
{
    char text[1000], call[600];
    uint32_t k = i + 1, end;
    int depth = 0;

    while (is_word(kind_at(u, k)))
        k++;
    if (kind_at(u, k) != '(' || kind_at(u, k + 1) != STRING)
        return i;
    end = asm_text(u, k + 1, text, sizeof text);
    if (!text[strspn(text, " ;")])
        return i;
    if (!asm_product(text, call, sizeof call) || kind_at(u, end) != ':') {
        complain(u, i, i, "%s",
                 strstr(text, "mma.sync")
                     ? "of PTX's mma the CPU device knows mma.sync.aligned."
                       "m16n8k8, k16 and k32 with .row.col, of f16, bf16, "
                       "tf32, s8 and u8, and registers as operands."
                     : "inline PTX (asm) is not supported by the CPU device.");
        return i;
    }
    copy_before(u, i);
    insert(u, call);
    /* Operands are expressions as others: "=r"(a), : "r"(b) become (a), , (b).
     */
    for (k = end + 1; depth >= 0 && kind_at(u, k) != END; k++) {
        const int kind = kind_at(u, k);
        const struct token *t = &u->tokens[k];

        depth += (kind == '(') - (kind == ')');
        if (depth == 0 && kind == STRING)
            memset(u->s + t->at, ' ', t->length);
        if (depth == 0 && (kind == ':' || kind == ',')) {
            uint32_t next = k + 1;
            while (kind_at(u, next) == STRING)
                next++;
            u->s[t->at] = kind_at(u, next) == '(' ? ',' : ' '; /* "memory" */
        }
    }
    resume_behind(u, end);
    return end;
}

/* __device__, __constant__ or __managed__ at i, in a function: nvcc takes it
 * with static or extern only. */
static void look_at_local(struct unit *u, uint32_t first, uint32_t i)
{
    struct declaration d = read_declaration(u, first);
    uint32_t end;
    if (!d.variable || i >= d.declarator)
        return;
    uint32_t name = declarator_name(u, d.declarator, &end);
    if (!name || kind_at(u, name + 1) == '(')
        return;
    for (uint32_t k = first; k < d.declarator; k++)
        if (kind_at(u, k) == STATIC || kind_at(u, k) == EXTERN ||
            (k < i && kind_at(u, k) >= DEVICE && kind_at(u, k) <= MANAGED))
            return;
    complain(u, i, i,
             "a %.*s variable cannot be in a function; write it before all "
             "functions",
             (int)u->tokens[i].length, u->s + u->tokens[i].at);
}

/* One of these words at i: nvcc has no variables of the GPU in classes. */
static void look_at_member(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    if (w->parens > 0 || w->scopes[w->depth].kind != IN_CLASS ||
        in_system(u, i))
        return;
    struct declaration d = read_declaration(u, w->head.start);
    uint32_t end, name = 0;
    if (d.variable)
        name = declarator_name(u, d.declarator, &end);
    for (uint32_t k = w->head.start; k < d.declarator; k++)
        if (kind_at(u, k) == STATIC && name && kind_at(u, name + 1) != '(')
            complain(u, i, i,
                     "a %.*s variable cannot be a member of a class; write it "
                     "outside of it",
                     (int)u->tokens[i].length, u->s + u->tokens[i].at);
}

/* The declaration of a variable of the GPU, at the word that is token i: it
 * must not become one of the host. */
static void look_at_variable(struct walk *w, uint32_t i,
                             const struct declaration *d, uint32_t name)
{
    struct unit *u = w->u;
    bool is_inline = false, hidden = w->scopes[w->depth].hidden;
    uint32_t end;
    if (in_system(u, i))
        return;
    for (uint32_t k = d->first; k < d->declarator; k++) {
        is_inline = is_inline || token_is(u, k, "inline");
        hidden = hidden || kind_at(u, k) == STATIC;
    }
    for (uint32_t k = d->declarator; k < d->end; k = end + 1) {
        uint32_t each = declarator_name(u, k, &end);
        if (each)
            look_at_letters(u, each);
    }
    int n = (int)u->tokens[i].length;
    const char *word = u->s + u->tokens[i].at;
    if (d->constant)
        return;
    if (w->head.template)
        complain(u, i, i,
                 "the CPU device has no templates of %.*s variables; write one "
                 "variable for each type",
                 n, word);
    else if (is_inline && !hidden)
        complain(u, i, i,
                 "nvcc refuses \"inline\" for a %.*s variable; write "
                 "\"static\" instead",
                 n, word);
    else if (d->declarator < i && i < name)
        complain(u, i, i, "write %.*s at the beginning of the declaration", n,
                 word);
}

/* Is there neither a function nor a type in the statement that begins at i? */
static bool plain_statement(const struct unit *u, uint32_t i)
{
    for (uint32_t first = i; i - first < SEARCH; i++) {
        int kind = kind_at(u, i);
        if (kind == '=' || kind == ';' || kind == '{')
            return true;
        if (kind == '(' || kind == CLASS || kind == ENUM || kind == TYPEDEF ||
            kind == OPERATOR || kind == NAMESPACE || kind == END)
            return false;
    }
    return false;
}

/* __device__, __constant__ or __managed__ at i, outside functions and classes.
 * Returns the last token that is rewritten. */
static uint32_t device_variable(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    uint32_t end, start = w->head.start;
    if (kind_at(u, start) == TEMPLATE && kind_at(u, start + 1) == '<' &&
        skip_angle(u, start + 1))
        start = skip_angle(u, start + 1);
    struct declaration d = read_declaration(u, start);
    uint32_t name = d.variable ? declarator_name(u, d.declarator, &end) : 0;
    const char *section = "device";
    bool seen = false;
    for (uint32_t k = start; k < d.declarator; k++) {
        int kind = kind_at(u, k);
        seen = seen || (k < i && (kind == DEVICE || kind == CONSTANT ||
                                  kind == MANAGED));
        if (kind == CONSTANT)
            section = "constant";
        else if (kind == MANAGED)
            section = "managed";
    }
    int inside = kind_at(u, name + 2);
    /* __device__ int *f(int); */
    bool function = kind_at(u, name + 1) == '(' && inside != NUMBER &&
                    inside != STRING && kind_at(u, d.declarator) != NAME;
    if (!name && !in_system(u, i) && plain_statement(u, start))
        complain(u, i, i,
                 "simtcc does not understand this %.*s; declare one variable "
                 "or array with it, as in \"__device__ int count;\"",
                 (int)u->tokens[i].length, u->s + u->tokens[i].at);
    if (!name || function || seen || kind_at(u, start) == TYPEDEF)
        return 0;
    look_at_variable(w, i, &d, name);
    if (d.constant || w->head.template || d.declarator < i)
        return 0;
    uint32_t behind = i; /* alignas() comes first */
    while (is_alignas(u, behind + 1))
        behind = skip_bracket(u, behind + 2) - 1;
    blank(u, i);
    copy_before(u, behind + 1);
    INSERT(u, " __attribute__((section(\"simt_%s\")))", section);
    return behind;
}

/* __device__, __constant__ or __managed__ at i. */
static uint32_t device_word(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    if (w->parens == 0 && w->scopes[w->depth].kind == IN_NAMESPACE) {
        uint32_t last = device_variable(w, i);
        if (last)
            return last + 1;
    }
    if (w->parens == 0 && w->scopes[w->depth].kind == IN_FUNCTION &&
        !in_system(u, i))
        look_at_local(u, w->head.start, i);
    look_at_member(w, i);
    blank(u, i);
    return i + 1;
}

/* A kernel's name in a function: is it called, or launched with << ? */
static void look_at_name(struct unit *u, uint32_t i)
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

/* ---- what code for the GPU cannot use ---------------------------------- */

/* What the host's libraries have, and what to do without it. Names that nvcc
 * takes in some programs are not here. */
#define PRINT "a kernel can write with printf() only"
#define RANDOM "make the numbers on the host and pass them in an array"
#define TIME "take the time on the host, or the cycles with clock64()"
#define LEAVE "\"return;\" leaves a kernel, and __trap() ends it as an error"
#define RUNTIME "call it on the host, before or after the launch"
#define OPENMP \
    "the number of a thread is threadIdx.x, that of a block blockIdx.x"
#define LOOP "write it out in the kernel, or in a __device__ function"
#define MEMORY "use malloc() and free(), or allocate on the host"
#define ARRAY "use arrays, and allocate them on the host"
static const struct library {
    const char *name, *advice;
    bool std_only; /* in namespace std */
    bool object;   /* not followed by ( */
} library[] = {
    {"string", ARRAY, true, true},
    {"map", ARRAY, true, true},
    {"unordered_map", ARRAY, true, true},
    {"list", ARRAY, true, true},
    {"deque", ARRAY, true, true},
    {"to_string", PRINT, true, false},
    {"fprintf", PRINT, false, false},
    {"sprintf", PRINT, false, false},
    {"snprintf", PRINT, false, false},
    {"puts", PRINT, false, false},
    {"fputs", PRINT, false, false},
    {"putchar", PRINT, false, false},
    {"putc", PRINT, false, false},
    {"fflush", PRINT, false, false},
    {"perror", PRINT, false, false},
    {"fopen", PRINT, false, false},
    {"fclose", PRINT, false, false},
    {"fread", PRINT, false, false},
    {"fwrite", PRINT, false, false},
    {"scanf", PRINT, false, false},
    {"sscanf", PRINT, false, false},
    {"fscanf", PRINT, false, false},
    {"getchar", PRINT, false, false},
    {"cout", PRINT, true, true},
    {"cerr", PRINT, true, true},
    {"rand", RANDOM, false, false},
    {"srand", RANDOM, false, false},
    {"rand_r", RANDOM, false, false},
    {"random", RANDOM, false, false},
    {"drand48", RANDOM, false, false},
    {"lrand48", RANDOM, false, false},
    {"time", TIME, false, false},
    {"gettimeofday", TIME, false, false},
    {"clock_gettime", TIME, false, false},
    {"sleep", TIME, false, false},
    {"usleep", TIME, false, false},
    {"nanosleep", TIME, false, false},
    {"abort", LEAVE, false, false},
    {"cudaMemcpy", RUNTIME, false, false},
    {"cudaMemset", RUNTIME, false, false},
    {"cudaMallocManaged", RUNTIME, false, false},
    {"cudaSetDevice", RUNTIME, false, false},
    {"cudaDeviceSynchronize",
     "__syncthreads() waits for the threads of a block, "
     "and the end of the kernel for all",
     false, false},
    {"omp_get_thread_num", OPENMP, false, false},
    {"omp_get_num_threads", OPENMP, false, false},
    {"omp_get_max_threads", OPENMP, false, false},
    {"omp_get_wtime", TIME, false, false},
    {"memcmp", LOOP, false, false},
    {"memmove", LOOP, false, false},
    {"mempcpy", LOOP, false, false},
    {"memccpy", LOOP, false, false},
    {"wmemcpy", LOOP, false, false},
    {"bcopy", LOOP, false, false},
    {"bzero", LOOP, false, false},
    {"memchr", LOOP, false, false},
    {"strcmp", LOOP, false, false},
    {"strcpy", LOOP, false, false},
    {"strncpy", LOOP, false, false},
    {"strcat", LOOP, false, false},
    {"atoi", LOOP, false, false},
    {"atof", LOOP, false, false},
    {"strtol", LOOP, false, false},
    {"qsort", LOOP, false, false},
    {"calloc", MEMORY, false, false},
    {"realloc", MEMORY, false, false},
    {"swap", LOOP, true, false},
    {"sort", LOOP, true, false},
    {"stable_sort", LOOP, true, false},
    {"fill", LOOP, true, false},
    {"fill_n", LOOP, true, false},
    {"copy", LOOP, true, false},
    {"copy_n", LOOP, true, false},
    {"reverse", LOOP, true, false},
    {"accumulate", LOOP, true, false},
    {"iota", LOOP, true, false},
    {"vector", ARRAY, true, true},
};

/* What the CPU device has not, or no GPU has any more. */
#define NO_CLUSTERS "clusters of blocks are not supported by the CPU device"
#define NO_OVERLAP \
    "kernels that overlap are not supported by the CPU device; leave it out"
#define WITH_SYNC(call)                                                     \
    "GPUs since Volta have it with \"_sync\" and a mask of lanes: " call
static const struct missing {
    const char *name, *why;
} missing[] = {
    {"this_cluster", NO_CLUSTERS},
    {"cluster_group", NO_CLUSTERS},
    {"__clusterDim", NO_CLUSTERS},
    {"__clusterDimIsSpecified", NO_CLUSTERS},
    {"__clusterGridDimInClusters", NO_CLUSTERS},
    {"__clusterIdx", NO_CLUSTERS},
    {"__clusterRelativeBlockIdx", NO_CLUSTERS},
    {"__clusterRelativeBlockRank", NO_CLUSTERS},
    {"__clusterSizeInBlocks", NO_CLUSTERS},
    {"__cluster_barrier_arrive", NO_CLUSTERS},
    {"__cluster_barrier_arrive_relaxed", NO_CLUSTERS},
    {"__cluster_barrier_wait", NO_CLUSTERS},
    {"__cluster_map_shared_rank", NO_CLUSTERS},
    {"__cluster_query_shared_rank", NO_CLUSTERS},
    {"__barrier_sync", "barriers with numbers are not supported by the CPU "
                       "device; use __syncthreads()"},
    {"__barrier_sync_count", "barriers with numbers are not supported by the "
                             "CPU device; use __syncthreads()"},
    {"cudaGridDependencySynchronize", NO_OVERLAP},
    {"cudaTriggerProgrammaticLaunchCompletion", NO_OVERLAP},
    {"__shfl", WITH_SYNC("__shfl_sync(0xffffffff, value, lane)")},
    {"__shfl_up", WITH_SYNC("__shfl_up_sync(0xffffffff, value, lanes)")},
    {"__shfl_down", WITH_SYNC("__shfl_down_sync(0xffffffff, value, lanes)")},
    {"__shfl_xor", WITH_SYNC("__shfl_xor_sync(0xffffffff, value, lanes)")},
    {"__ballot", WITH_SYNC("__ballot_sync(0xffffffff, condition)")},
    {"__any", WITH_SYNC("__any_sync(0xffffffff, condition)")},
    {"__all", WITH_SYNC("__all_sync(0xffffffff, condition)")},
};

/* Functions of the C++ library that are constexpr: nvcc lets code for the GPU
 * call them with --expt-relaxed-constexpr only. */
static const struct constant {
    const char *name, *advice;
} constants[] = {
    {"max", "write max()"},
    {"min", "write min()"},
    {"clamp", "write it with min() and max()"},
    {"make_pair", "use a struct"},
    {"make_tuple", "use a struct"},
    {"get", "use a struct"},
    {"numeric_limits", "write INT_MAX, FLT_MAX, INFINITY and the like"},
};

/* std:: before the name at i. */
static void look_at_constant(struct unit *u, uint32_t i)
{
    uint32_t behind = i + 1;
    if (kind_at(u, behind) == '<' && skip_angle(u, behind))
        behind = skip_angle(u, behind);
    if (token_is(u, i, "numeric_limits") && kind_at(u, behind) == SCOPE)
        behind += 2; /* ::max */
    for (size_t c = 0; c < sizeof constants / sizeof *constants; c++)
        if (token_is(u, i, constants[c].name) && kind_at(u, behind) == '(')
            complain(u, i, i,
                     "std::%s is a constexpr function of the host, and nvcc "
                     "lets code for the GPU call it with the option "
                     "--expt-relaxed-constexpr only; %s",
                     constants[c].name, constants[c].advice);
}

/* Is there an operator such as sizeof around i, that does not look at values?
 */
static bool unevaluated(const struct unit *u, uint32_t i)
{
    static const char *const all[] = {"sizeof",   "alignof",      "_Alignof",
                                      "typeid",   "__alignof__",  "noexcept",
                                      "decltype", "static_assert"};
    uint32_t limit = i > 400 ? i - 400 : 0;
    bool first = true;
    for (uint32_t k = i - 1; k > limit; k--, first = false) {
        int kind = kind_at(u, k);
        if (kind == ';' || kind == '{' || kind == '}')
            return false;
        if (kind == ')' || kind == ']') {
            if (!u->tokens[k].match)
                return true;
            k = u->tokens[k].match;
        } else if (kind == '(' || first) {
            uint32_t word = kind == '(' ? k - 1 : k;
            if (kind_at(u, word) == ATTRIBUTE)
                return true;
            for (size_t a = 0; a < sizeof all / sizeof *all; a++)
                if (token_is(u, word, all[a]))
                    return true;
        }
    }
    return true;
}

/* Does a declaration begin at i? Says so also for what may be one. */
static bool begins_declaration(const struct unit *u, uint32_t i)
{
    if (kind_at(u, i) != NAME)
        return is_word(kind_at(u, i)) && kind_at(u, i) != CONTROL;
    while (kind_at(u, i) == NAME && kind_at(u, i + 1) == SCOPE)
        i += 2;
    if (kind_at(u, i) == NAME && kind_at(u, i + 1) == '<' &&
        skip_angle(u, i + 1))
        return true;
    int next = kind_at(u, i + 1);
    return is_word(next) || next == '*' || next == '&' || next == ':';
}

/* The name at i, in a function: does it declare something? In doubt it does,
 * so that a use is not taken for one of what has the same name outside. */
static bool is_declared(const struct walk *w, uint32_t i)
{
    const struct unit *u = w->u;
    uint32_t k = i - 1;
    int next = kind_at(u, i + 1), before = kind_at(u, k);
    if (!strchr("=;,)[({:>", next < 128 ? next : ' '))
        return false;
    while (before == '*' || before == '&' || before == CONST ||
           before == VOLATILE)
        before = kind_at(u, --k);
    bool starred = k < i - 1;
    if (before == '>')
        return back_angle(u, k) != 0;
    if (before == ',' || before == ';') {
        uint32_t start = w->head.start;
        bool loop = token_is(u, start, "for");
        if (kind_at(u, start + 1 + loop) == ':' || kind_at(u, start) == CASE)
            return true;
        return w->parens == (loop ? 1u : 0u) && before == ',' &&
               begins_declaration(u, start + (loop ? 2 : 0));
    }
    if (before == '(') /* int (*x)(int) */
        return starred && next == ')' &&
               (kind_at(u, i + 2) == '(' || kind_at(u, i + 2) == '[') &&
               (is_word(kind_at(u, k - 1)) && kind_at(u, k - 1) != CONTROL);
    if (before == '[') /* [x = 3] { ... } */
        return next == '=';
    if (before == ')') /* __attribute__((...)) int x, decltype(y) x */
        return u->tokens[k].match &&
               kind_at(u, u->tokens[k].match - 1) == ATTRIBUTE;
    if (!is_word(before) || before == CONTROL || before == CASE ||
        before == OPERATOR)
        return false;
    if (before != NAME || !starred)
        return before != NAME ||
               !(token_is(u, k, "new") || token_is(u, k, "and") ||
                 token_is(u, k, "or") || token_is(u, k, "not"));
    /* T *x, or a * x */
    while (kind_at(u, k - 1) == SCOPE && kind_at(u, k - 2) == NAME)
        k -= 2;
    int first = kind_at(u, k - 1), around = kind_at(u, k - 2);
    if (first == '(')
        return token_is(u, k - 2, "for") || token_is(u, k - 2, "catch") ||
               around == ']';
    if (first == ',') { /* of a lambda? */
        for (uint32_t p = k - 1; p + 100 > k && p > 0; p--) {
            if (kind_at(u, p) == ')' && u->tokens[p].match)
                p = u->tokens[p].match;
            else if (kind_at(u, p) == '(')
                return kind_at(u, p - 1) == ']';
        }
        return false;
    }
    return first == ';' || first == '{' || first == '}' || first == ':' ||
           (is_word(first) && first != CONTROL && first != NAME);
}

static void stamp(struct walk *w, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last && i - first < SEARCH; i++)
        if (kind_at(w->u, i) == NAME && name_at(w->u, i)->name)
            name_at(w->u, i)->local = w->function;
}

/* Where `declared` is, for a message about token i. */
static const char *place(const struct unit *u, uint32_t declared, uint32_t i,
                         char text[PATH_MAX])
{
    const struct token *d = &u->tokens[declared];
    const char *file = u->files[d->file].name;
    bool same = strcmp(file, u->files[u->tokens[i].file].name) == 0;
    snprintf(text, PATH_MAX, "line %u%s%.*s", d->line, same ? "" : " of ",
             same ? 0 : (int)strlen(file) - 2, file + 1);
    return text;
}

/* The host's function at i, called by code for the GPU. */
static void refuse_function(struct unit *u, uint32_t i, uint32_t declared)
{
    const struct token *t = &u->tokens[i];
    char text[PATH_MAX];
    complain(u, i, i,
             "%.*s() is a function of the host, and code for the GPU cannot "
             "call it; write __device__ before it in %s",
             (int)t->length, u->s + t->at, place(u, declared, i, text));
}

#define NO_EXCEPTIONS                                                      \
    "there are no exceptions on a GPU; let the function return an error, " \
    "or end the kernel with __trap()"

/* threadIdx or its like at i: is something assigned to it? */
static void look_at_number(struct unit *u, uint32_t i)
{
    static const char *const all[] = {"threadIdx", "blockIdx", "blockDim",
                                      "gridDim"};
    bool found = false;
    for (size_t a = 0; a < sizeof all / sizeof *all; a++)
        found = found || token_is(u, i, all[a]);
    if (!found)
        return;
    uint32_t last = i;
    if (kind_at(u, i + 1) == '.' && kind_at(u, i + 2) == NAME)
        last = i + 2;
    int sign = kind_at(u, last + 1), next = kind_at(u, last + 2);
    int before = kind_at(u, i - 1);
    bool touch = last + 1 < u->count && touching(u, last + 1);
    if (sign == '=' ||
        (touch && next == '=' && sign < 128 && strchr("+-*/%&|^", sign)) ||
        (touch && next == sign && (sign == '+' || sign == '-') &&
         !is_word(kind_at(u, last + 3)) && kind_at(u, last + 3) != NUMBER) ||
        ((before == '+' || before == '-') && kind_at(u, i - 2) == before &&
         touching(u, i - 2) && kind_at(u, i - 3) < 128 &&
         strchr(";{}(,=", kind_at(u, i - 3))))
        complain(u, i, last,
                 "%.*s cannot be changed; to compare, write ==, and to count, "
                 "a variable of your own",
                 (int)(u->tokens[last].at + u->tokens[last].length -
                       u->tokens[i].at),
                 u->s + u->tokens[i].at);
}

/* A name in a function of the host: does it call what only the GPU has? */
static void look_from_host(const struct walk *w, uint32_t i)
{
    static const char *const all[] = {
        "__syncthreads", "__syncwarp", "__threadfence", "atomicAdd",
        "atomicSub",     "atomicExch", "atomicCAS",     "atomicMin",
        "atomicMax",     "atomicInc",  "clock64"};
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    struct name *k = name_at(u, i);
    int before = kind_at(u, i - 1), n = (int)u->tokens[i].length;
    const char *name = u->s + u->tokens[i].at;
    char text[PATH_MAX];

    if (in->quiet || k->for_host || k->kernel || kind_at(u, i + 1) != '(' ||
        before == '.' || before == ARROW || (in->member && k->member))
        return;
    if (before == SCOPE && is_word(kind_at(u, i - 2)) &&
        kind_at(u, i - 2) != CONTROL && /* return ::f() */
        !(kind_at(u, i - 2) == NAME && name_at(u, i - 2)->namespace))
        return;
    if ((before != SCOPE && k->local == w->function) || unevaluated(u, i))
        return;
    if (k->device_function && !k->ambient && !k->system) {
        complain(u, i, i,
                 "%.*s() is a function of the GPU, and code for the host "
                 "cannot call it; write __host__ before its __device__ in %s",
                 n, name, place(u, k->device_function, i, text));
        k->local = w->function; /* once is enough */
        return;
    }
    for (size_t a = 0; a < sizeof all / sizeof *all && !k->ordinary; a++)
        if (token_is(u, i, all[a]))
            complain(u, i, i,
                     "%.*s() is for code that runs on the GPU, and this "
                     "function runs on the host; write __device__ before it "
                     "if a kernel is to call it",
                     n, name);
}

/* A name in a function: something that only the host can use? */
static void look_at_space(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    struct name *k = name_at(u, i);
    int before = kind_at(u, i - 1), next = kind_at(u, i + 1);
    if (!k->name || in_system(u, i))
        return;
    if (is_declared(w, i)) {
        k->local = w->function;
        return;
    }
    if (!in->device)
        look_from_host(w, i);
    if (!in->device || in->host || in->quiet)
        return;
    const char *name = u->s + u->tokens[i].at;
    int n = (int)u->tokens[i].length;
    if (token_is(u, i, "thread_local") || token_is(u, i, "__thread")) {
        complain(u, i, i,
                 "there is no %.*s on a GPU; a variable in a kernel is each "
                 "thread's own without it, and __shared__ makes one for the "
                 "block",
                 n, name);
        return;
    }
    if (token_is(u, i, "try") && next == '{')
        complain(u, i, i, NO_EXCEPTIONS);
    if (before == '.' || before == ARROW) {
        if (next == '(' && k->host_method && !k->doubt && !k->system &&
            !k->field && !unevaluated(u, i))
            refuse_function(u, i, k->host_method);
        return;
    }
    for (size_t m = 0; m < sizeof missing / sizeof *missing; m++)
        if (token_is(u, i, missing[m].name) && !k->ordinary && !k->doubt &&
            !k->member && !k->variable && !k->system && k->local != w->function)
            complain(u, i, i, "%.*s: %s", n, name, missing[m].why);
    bool in_std = false, qualified = before == SCOPE;
    if (qualified && is_word(kind_at(u, i - 2))) {
        in_std = token_is(u, i - 2, "std") && kind_at(u, i - 3) != SCOPE;
        if (!in_std &&
            !(kind_at(u, i - 2) == NAME && name_at(u, i - 2)->namespace))
            return;
    } else if (qualified && kind_at(u, i - 2) == '>') {
        return;
    }
    if (k->doubt || k->kernel || (!qualified && k->local == w->function) ||
        (in->member && k->member) ||
        (before == CONTROL && token_is(u, i - 1, "goto")))
        return;
    if (!qualified && !k->variable)
        look_at_number(u, i);
    if (in_std && !u->relaxed && !unevaluated(u, i))
        look_at_constant(u, i);
    if (in_std || !(k->host_function || k->variable)) {
        if (!in_std && (k->ordinary || k->member || k->namespace))
            return;
        bool visible =
            in_std || (u->using_std && !u->using_other && !qualified);
        for (size_t l = 0; l < sizeof library / sizeof *library; l++) {
            const struct library *e = &library[l];
            if (token_is(u, i, e->name) && (e->object || next == '(') &&
                (!e->std_only || visible) && !unevaluated(u, i)) {
                complain(u, i, i,
                         "%s%.*s%s is of the host, and code for the GPU cannot "
                         "use it; %s",
                         in_std || e->std_only ? "std::" : "", n, name,
                         e->object ? "" : "()", e->advice);
                return;
            }
        }
        return;
    }
    if (k->host_function) {
        if (next == '(' && !k->variable && !k->ambient && !unevaluated(u, i)) {
            refuse_function(u, i, k->host_function);
            k->local = w->function; /* once is enough */
        }
        return;
    }
    bool label =
        next == ':' && (before == ';' || before == '{' || before == '}');
    if (next == '(' || next == SCOPE || label || token_is(u, i - 1, "goto") ||
        unevaluated(u, i))
        return;
    char text[PATH_MAX];
    k->local = w->function;
    if (k->thread)
        complain(u, i, i,
                 "%.*s is a variable of the host's threads, and code for the "
                 "GPU cannot use it; in a kernel, __shared__ makes a variable "
                 "of the block",
                 n, name);
    else if (k->constants)
        complain(u, i, i,
                 "%.*s is an array of the host, and code for the GPU cannot "
                 "read it; write __constant__ before it in %s",
                 n, name, place(u, k->variable, i, text));
    else
        complain(
            u, i, i,
            "%.*s is a variable of the host, and code for the GPU cannot use "
            "it; pass it to the kernel as an argument, or write __device__ "
            "before it in %s and set it with cudaMemcpyToSymbol()",
            n, name, place(u, k->variable, i, text));
}

/* (void *)kernel, as for cudaLaunchKernel() or a graph's node: remembered with
 * its types, which the cast takes away. Returns the last token. */
static uint32_t known_kernel(struct unit *u, uint32_t i)
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

/* <<< at i */
static uint32_t launch_at(struct walk *w, uint32_t i)
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

/* __shared__ at i in a function of the host: nvcc takes `extern` only. */
static void look_at_shared(struct unit *u, uint32_t first, uint32_t i)
{
    struct declaration d = read_declaration(u, first);
    for (uint32_t k = first; k < d.declarator; k++)
        if (kind_at(u, k) == EXTERN)
            return;
    if (d.variable && i < d.declarator)
        complain(u, i, i,
                 "a __shared__ variable is for the threads of a kernel, and "
                 "this function runs on the host");
}

/* One token; returns the next one to look at. */
static uint32_t step(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    struct head *h = &w->head;
    struct scope *in = &w->scopes[w->depth];
    int kind = kind_at(u, i), before = kind_at(u, i - 1);
    bool top = w->parens == 0;
    if (w->meets_end)
        begin_or_end_meeting(w, i);
    switch (kind) {
    case '{':
        open_brace(w, i);
        return i + 1;
    case '}':
        if (w->rewrite && in->body && in->turn)
            end_turn(u, i, in->turn);
        if (in->strict)
            end_strict(u, i);
        if (w->rewrite)
            register_at(w, i);
        close_brace(w, i);
        return i + 1;
    case ';':
        if (!w->rewrite)
            note_names(w, i);
        else if (top && h->global && !h->paren && in->kind == IN_NAMESPACE &&
                 kind_at(u, i - 2) == BUILTIN_TYPE && !in_system(u, h->start))
            complain(u, h->start, h->start,
                     "__global__ is for functions, and this is none; a "
                     "variable of the GPU is __device__");
        if (top)
            *h = (struct head){.start = i + 1};
        return i + 1;
    case '(':
        if (top && !h->paren && in->kind != IN_FUNCTION &&
            (before == NAME || (before == '>' && h->global)))
            note_function(w, i);
        if (w->rewrite && in->kind == IN_FUNCTION && in->device &&
            !in_system(u, i))
            look_at_choice(u, i);
        if (w->rewrite && in->kind == IN_FUNCTION && u->tokens[i].match &&
            (token_is(u, i - 1, "for") || token_is(u, i - 1, "while")))
            meet_behind(w, i);
        w->parens++;
        return i + 1;
    case '[':
        w->parens++;
        if (w->rewrite && in->kind == IN_FUNCTION &&
            (before == '&' || token_is(u, i - 1, "auto")))
            stamp(w, i, u->tokens[i].match);
        break;
    case ENUM:
        for (uint32_t k = i + 1; w->rewrite && k < i + 8; k++)
            if (kind_at(u, k) == '{')
                stamp(w, k, u->tokens[k].match);
        break;
    case ')':
        if (w->rewrite && in->kind == IN_FUNCTION && u->tokens[i].match &&
            (token_is(u, u->tokens[i].match - 1, "for") ||
             token_is(u, u->tokens[i].match - 1, "while")))
            meet_at_end(w, i + 1);
        w->parens -= w->parens > 0;
        break;
    case ']':
        w->parens -= w->parens > 0;
        break;
    case '=':
        h->other = true;
        break;
    case NAMESPACE:
        h->names = h->names || top;
        break;
    case CLASS:
        h->type = h->type || top;
        break;
    case OPERATOR:
        h->operator= true;
        break;
    case SWITCH:
    case CONTROL:
        h->control = h->control || top;
        if (w->rewrite && in->kind == IN_FUNCTION && token_is(u, i, "do"))
            meet_at_end(w, i + 1);
        /* Of `if constexpr`, nvcc looks at one branch only. */
        if (token_is(u, i + 1, "constexpr"))
            in->quiet = true;
        break;
    case TEMPLATE:
        if (top && kind_at(u, i + 1) == '<' && before != '.' &&
            before != ARROW && before != SCOPE)
            return read_template(w, i);
        break;
    case EXTERN:
        h->c_linkage = h->c_linkage || kind_at(u, i + 1) == STRING;
        break;
    case GLOBAL:
        h->global = true;
        break;
    case DEVICE:
        h->device = true;
        break;
    case HOST:
        h->host = true;
        break;
    default:
        break;
    }
    if (!w->rewrite) {
        note_names(w, i);
        /* A variable of this name? Then it may be called. */
        if (kind == NAME && !u->files[u->tokens[i].file].system &&
            (kind_at(u, i + 1) == '=' ||
             (before == '*' && kind_at(u, i + 1) == ')' &&
              kind_at(u, i + 2) == '(')))
            add_name(u, i)->ordinary = true;
        return i + 1;
    }
    switch (kind) {
    case GLOBAL:
        blank(u, i);
        /* As nvcc does, and because g++ does not announce accesses that pass
         * a structure to a function or take one from it. */
        if (u->check)
            insert(u, "__attribute__((flatten)) ");
        break;
    case HOST:
        blank(u, i);
        break;
    case DEVICE:
    case CONSTANT:
    case MANAGED:
        return device_word(w, i);
    case SHARED:
        if (top && in->kind == IN_FUNCTION && !in->device && !in->quiet &&
            !in_system(u, i))
            look_at_shared(u, h->start, i);
        if (top && in->kind != IN_CLASS) {
            uint32_t next = shared_variable(
                u, i, h->start, in->kind == IN_FUNCTION, in->in_switch);
            stamp(w, h->start, next - 1);
            if (kind_at(u, next - 1) == ';')
                *h = (struct head){.start = next};
            return next;
        }
        if (before == '(' && in->kind == IN_FUNCTION &&
            (kind_at(u, i - 2) == CONTROL || kind_at(u, i - 2) == SWITCH))
            return unknown_shared(u, i);
        look_at_member(w, i);
        blank(u, i);
        break;
    case ASM:
        if (in->device)
            i = look_at_asm(u, i);
        break;
    case CONTROL:
        if (in->device && !in->host && !in->quiet && !in_system(u, i) &&
            token_is(u, i, "throw"))
            complain(u, i, i, NO_EXCEPTIONS);
        /* Check mode wants to know who leaves the kernel before its end. */
        if (u->check && in->kernel && token_is(u, i, "return") &&
            kind_at(u, i + 1) == ';') {
            copy_before(u, i);
            insert(u, "return simt_leaves()");
            resume_behind(u, i);
        }
        break;
    case NAME:
        if (in->kind == IN_FUNCTION) {
            if (in->turn && token_is(u, i, "continue")) {
                jump_to_end(u, i, in->turn);
                break;
            }
            look_at_name(u, i);
            look_at_space(w, i);
            if (in->device)
                look_at_exchange(w, i);
            i = known_kernel(u, i);
        }
        break;
    case '<':
        if (kind_at(u, i + 1) == '<' && touching(u, i) &&
            kind_at(u, i + 2) == '<' &&
            u->tokens[i + 2].line == u->tokens[i].line) {
            uint32_t run = i + 3;
            while (kind_at(u, run) == '<')
                run++;
            return run > i + 3 ? run : launch_at(w, i);
        }
        break;
    default:
        break;
    }
    return i + 1;
}

static void walk(struct unit *u, bool rewrite)
{
    struct walk w = {.u = u, .rewrite = rewrite, .room = 64};
    w.scopes = calloc(w.room, sizeof *w.scopes);
    if (!w.scopes) {
        u->failed = true;
        return;
    }
    w.head.start = 1;
    for (uint32_t i = 1; i < u->count && !u->failed;)
        i = step(&w, i);
    free(w.scopes);
}

/* ---- facts for check mode ------------------------------------------------ */

/* The bytes to which a vector type like uint4 is aligned; 0: no such type. */
static unsigned vector_alignment(const struct unit *u, uint32_t i)
{
    static const struct {
        const char *name;
        unsigned bytes;
    } types[] = {{"char", 1}, {"short", 2},    {"int", 4},   {"longlong", 8},
                 {"long", 8}, {"float", 4},    {"double", 8}};
    const char *s = u->s + u->tokens[i].at;
    size_t n = u->tokens[i].length;

    if (token_is(u, i, "half2") || token_is(u, i, "__half2"))
        return 4;
    if (n > 0 && *s == 'u') {
        s++;
        n--;
    }
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        const size_t m = strlen(types[k].name);

        if (n > m && memcmp(s, types[k].name, m) == 0 &&
            (n == m + 1 || s[m + 1] == '_') &&
            (s[m] == '2' || s[m] == '4'))
            return types[k].bytes * (unsigned)(s[m] - '0');
    }
    return 0;
}

/* Also what a macro of a system's header has become in the student's text. */
static bool in_own_file(const struct unit *u, uint32_t i)
{
    const char *name = u->files[u->tokens[i].file].name;

    for (uint32_t k = 0; k < u->nfiles; k++)
        if (!u->files[k].system && !strcmp(u->files[k].name, name))
            return true;
    return false;
}

static bool says_aligned(const struct unit *u, uint32_t i)
{
    return token_is(u, i, "aligned") || token_is(u, i, "__aligned__");
}

/* What join.c asks: the largest aligned type that the student's text names, and
 * whether there is a __restrict__. */
static void put_facts(struct unit *u)
{
    unsigned vector = 0, most = 16;
    bool restricted = false;
    char text[128];

    for (uint32_t i = 1; i < u->count; i++) {
        unsigned bytes = 0;

        if (!is_word(kind_at(u, i)))
            continue;
        if (in_system(u, i) &&
            !(says_aligned(u, i) && in_own_file(u, i)))
            continue;
        if (token_is(u, i, "__restrict__") || token_is(u, i, "__restrict"))
            restricted = true;
        else if (kind_at(u, i + 1) != '(')
            bytes = vector_alignment(u, i);
        else if (token_is(u, i, "alignas") || says_aligned(u, i))
            bytes = kind_at(u, i + 2) == NUMBER
                        ? (unsigned)atoi(u->s + u->tokens[i + 2].at)
                        : most;
        if (bytes > vector)
            vector = bytes < most ? bytes : most;
    }
    if (!vector && !restricted)
        return;
    snprintf(text, sizeof text,
             "\n__attribute__((section(\"simt_facts\"), used)) static const "
             "unsigned char simt_facts = %u;\n",
             (vector & ~1u) | restricted);
    put(&u->out, text);
}

char *translate(const char *text, size_t *length, int how, FILE *messages,
                int *errors)
{
    struct unit u = {.n = *length,
                     .check = how & TRANSLATE_CHECK,
                     .relaxed = how & TRANSLATE_RELAXED,
                     .messages = messages,
                     .names_room = 1024};
    u.s = malloc(u.n + 1);
    u.names = calloc(u.names_room, sizeof *u.names);
    *errors = 0;
    if (!u.s || !u.names || u.n > UINT32_MAX / 2) {
        u.failed = true;
    } else {
        memcpy(u.s, text, u.n);
        u.s[u.n] = '\0';
        make_tokens(&u);
        if (!u.failed)
            walk(&u, false);
        if (!u.failed)
            walk(&u, true);
        if (!u.failed)
            copy(&u, u.done, u.n, u.done_token);
        if (!u.failed && u.check)
            put_facts(&u);
    }
    *errors = u.errors;
    u.out.failed = u.out.failed || u.failed;
    char *out = finish(&u.out, length);
    for (uint32_t i = 0; i < u.nfiles; i++)
        free(u.files[i].name);
    free(u.files);
    free(u.tokens);
    free(u.names);
    free(u.s);
    return out;
}
