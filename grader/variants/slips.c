/* slips.c - see slips.h. */
#define _GNU_SOURCE /* vasprintf() */
#include "variants/slips.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "base/source.h"

/* ---- reading ------------------------------------------------------------ */

/* What kind of directive begins at text[at], a '#'. */
static enum place_of directive(const char *p)
{
    p++;
    p += strspn(p, " \t");
    return !strncmp(p, "define", 6)   ? DEFINE
           : !strncmp(p, "pragma", 6) ? PRAGMA
                                      : ELSEWHERE;
}

/* Empty words on both sides, so that what asks about the neighbours of a word,
 * or of a bracket's other half where there is none (-1), needs no edge. */
#define BESIDE 16

static void read_words(struct maker *m)
{
    struct tokens all;
    enum place_of place = CODE;
    bool first = false;

    m->size = strlen(m->text);
    tokens_read(&all, m->size <= SOURCE_SAID ? m->text : "");
    m->words = must(calloc((size_t)all.n + 2 * BESIDE, sizeof *m->words));
    for (int i = 0; i < all.n + 2 * BESIDE; i++)
        m->words[i] = (struct word){.kind = TOKEN_END,
                                    .place = ELSEWHERE,
                                    .at = i < BESIDE ? 0 : m->size,
                                    .line = 1,
                                    .match = -1};
    m->t = m->words + BESIDE;
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

/* False if one is without its other half. */
static bool match_brackets(struct maker *m)
{
    static const char *const open[] = {"(", "[", "{", "<<<"};
    static const char *const close[] = {")", "]", "}", ">>>"};
    struct bracket {
        int at, kind;
    } *stack = must(malloc(((size_t)m->n + 1) * sizeof *stack));
    int depth = 0;
    bool good = true;

    for (int i = 0; i < m->n && good; i++)
        for (int kind = 0; kind < 4; kind++) {
            if (is(m, i, open[kind])) {
                stack[depth++] = (struct bracket){i, kind};
            } else if (is(m, i, close[kind])) {
                good = depth && stack[depth - 1].kind == kind;
                if (!good)
                    break;
                m->t[i].match = stack[--depth].at;
                m->t[m->t[i].match].match = i;
            }
        }
    free(stack);
    return good && !depth;
}

/* static_assert() only guards; its numbers are no part of the program. */
static void skip_assertions(struct maker *m)
{
    for (int i = 0; i < m->n; i++)
        if (is(m, i, "static_assert") || is(m, i, "_Static_assert"))
            for (int k = i, end = m->t[i + 1].match; k <= end; k++)
                m->t[k].place = ELSEWHERE;
}

void slip_read(struct maker *m)
{
    read_words(m);
    if (match_brackets(m))
        skip_assertions(m);
    else
        m->n = 0;
}

void slip_free(struct maker *m)
{
    free(m->words);
}

char *slip_print(const char *format, ...)
{
    char *text;
    va_list args;

    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    return must(text);
}

#define MOST 20000 /* of one file: no machine tries as many */

/* ---- adding mutants ----------------------------------------------------- */

/* The lines text[from, to) as one, without comments and with single blanks;
 * text[at, at + length) has become `instead`. */
static char *one_line(const struct maker *m, size_t from, size_t to, size_t at,
                      size_t length, const char *instead)
{
    char *line =
        slip_print("%.*s%s%.*s", (int)(at - from), m->text + from, instead,
                   (int)(to - at - length), m->text + at + length);
    struct tokens all;
    bool blank = false;
    size_t n = 0;

    tokens_read(&all, line);
    for (const struct token *t = all.t; t < all.t + all.n; t++) {
        if (t->kind == TOKEN_BLANK || t->kind == TOKEN_COMMENT) {
            blank = true;
            continue;
        }
        if (blank && n)
            line[n++] = ' ';
        blank = false;
        memcpy(line + n, t->at, t->length);
        n += t->length;
    }
    tokens_free(&all);
    line[n] = 0;
    return line;
}

void slip_bytes(struct maker *m, const char *slip, int line, size_t at,
                size_t length, char *instead)
{
    struct mutants *all = m->out;
    struct mutant *new;
    size_t from = at, to = at + length;

    /* words in the wrong order have a length below 0 */
    if (all->n >= MOST || at > m->size || length > m->size - at ||
        (strlen(instead) == length && !memcmp(m->text + at, instead, length))) {
        free(instead);
        return; /* or nothing is changed */
    }

    while (from > 0 && (m->text[from - 1] != '\n' ||
                        (from > 1 && m->text[from - 2] == '\\')))
        from--;
    while (m->text[to] && (m->text[to] != '\n' || m->text[to - 1] == '\\'))
        to++;
    if (all->n == m->out_room) {
        m->out_room = m->out_room ? 2 * m->out_room : 256;
        all->mutant = must(
            realloc(all->mutant, (size_t)m->out_room * sizeof *all->mutant));
    }
    new = &all->mutant[all->n];
    *new = (struct mutant){.slip = slip,
                           .line = line,
                           .at = at,
                           .length = length,
                           .instead = instead,
                           .nth = 1};
    new->before = one_line(m, from, to, to, 0, "");
    new->after = one_line(m, from, to, at, length, instead);
    for (int i = 0; i < all->n; i++) {
        const struct mutant *old = &all->mutant[i];

        if (old->at == at && old->length == length &&
            !strcmp(old->instead, instead)) {
            free(instead);
            free(new->before);
            free(new->after);
            return; /* two rules, one mistake */
        }
    }
    all->n++;
}

void slip_named(struct maker *m, const char *slip, int from, int to, size_t at,
                size_t length, char *instead)
{
    int n = m->out->n, line = m->t[from].line;

    if (!length) { /* what is put in: where that is */
        line = 1;
        for (size_t i = 0; i < at; i++)
            line += m->text[i] == '\n';
    }
    slip_bytes(m, slip, line, at, length, instead);
    if (m->out->n > n) {
        m->out->mutant[n].named = m->t[from].at;
        m->out->mutant[n].named_length = (size_t)slip_length(m, from, to);
    }
}

void slip_add(struct maker *m, const char *slip, int from, int to,
              const char *format, ...)
{
    size_t at = m->t[from].at;
    char *instead;
    va_list args;

    va_start(args, format);
    if (vasprintf(&instead, format, args) < 0)
        instead = NULL;
    va_end(args);
    slip_bytes(m, slip, m->t[from].line, at, m->t[to].at + m->t[to].length - at,
               must(instead));
}

int slip_length(const struct maker *m, int from, int to)
{
    return to < from ? 0 : (int)(m->t[to].at + m->t[to].length - m->t[from].at);
}

const char *slip_text(const struct maker *m, int from)
{
    return m->text + m->t[from].at;
}

bool slip_same(const struct maker *m, int a, int a_to, int b, int b_to)
{
    int n = slip_length(m, a, a_to);

    return n == slip_length(m, b, b_to) &&
           !memcmp(slip_text(m, a), slip_text(m, b), (size_t)n);
}

void slip_exchange(struct maker *m, const char *slip, int a, int a_to, int b,
                   int b_to)
{
    size_t between = m->t[a_to].at + m->t[a_to].length;

    if (a <= a_to && a_to < b && b <= b_to && !slip_same(m, a, a_to, b, b_to))
        slip_add(m, slip, a, b_to, "%.*s%.*s%.*s", slip_length(m, b, b_to),
                 slip_text(m, b), (int)(m->t[b].at - between),
                 m->text + between, slip_length(m, a, a_to), slip_text(m, a));
}

/* ---- what words mean ---------------------------------------------------- */

const char *const slip_comma[] = {",", NULL};

const char *const slip_keywords[] = {
    "return", "case",    "else",  "do",      "sizeof",   "if",
    "for",    "while",   "goto",  "new",     "delete",   "switch",
    "omp",    "default", "break", "typedef", "continue", NULL,
};

const char *const slip_types[] = {
    "void",    "char",     "short",      "int",      "long",        "float",
    "double",  "unsigned", "signed",     "bool",     "_Bool",       "const",
    "struct",  "size_t",   "int8_t",     "int16_t",  "int32_t",     "int64_t",
    "uint8_t", "uint16_t", "uint32_t",   "uint64_t", "float2",      "float4",
    "int2",    "int4",     "uint4",      "volatile", "static",      "extern",
    "ssize_t", "intptr_t", "uintptr_t",  "dim3",     "cudaError_t", "enum",
    "union",   "auto",     "__shared__", NULL,
};

bool slip_at(const struct maker *m, int i, enum place_of place)
{
    return i >= 0 && i < m->n && m->t[i].place == place;
}

bool slip_ends_value(const struct maker *m, int i)
{
    if (i < 0 || i >= m->n)
        return false;
    if (m->t[i].kind == TOKEN_NAME)
        return !is_one(m, i, slip_keywords) && !is_one(m, i, slip_types);
    return m->t[i].kind != TOKEN_MARK || is(m, i, ")") || is(m, i, "]");
}

bool slip_is_name(const struct maker *m, int i)
{
    return i >= 0 && i < m->n && m->t[i].kind == TOKEN_NAME &&
           !is_one(m, i, slip_keywords) && !is_one(m, i, slip_types);
}

int slip_part_end(const struct maker *m, int i, const char *const *until)
{
    for (; i < m->n; i++) {
        bool open =
            is(m, i, "(") || is(m, i, "[") || is(m, i, "{") || is(m, i, "<<<");

        if (!open && (m->t[i].match >= 0 || is(m, i, ";")))
            return i - 1;
        if (m->t[i].kind == TOKEN_MARK && is_one(m, i, until))
            return i - 1;
        if (open && m->t[i].match > i)
            i = m->t[i].match;
    }
    return m->n - 1;
}

int slip_part_begin(const struct maker *m, int i, const char *const *until)
{
    for (; i >= 0; i--) {
        bool close = is(m, i, ")") || is(m, i, "]") || is(m, i, ">>>");

        if (!close && (m->t[i].match >= 0 || is(m, i, ";")))
            return i + 1;
        if (is(m, i, "return") ||
            (m->t[i].kind == TOKEN_MARK && is_one(m, i, until)))
            return i + 1;
        if (close && m->t[i].match >= 0)
            i = m->t[i].match;
    }
    return 0;
}

bool slip_declares(const struct maker *m, int i)
{
    return is_one(m, i, slip_types) || is(m, i, "cudaError_t") ||
           (slip_is_name(m, i) &&
            (slip_is_name(m, i + 1) ||
             (is(m, i + 1, "*") && slip_is_name(m, i + 2) &&
              (is(m, i + 3, "=") || is(m, i + 3, ";") || is(m, i + 3, ",")))));
}
