/*
 * mutants.c - see mutants.h. From the top down: the text is cut into tokens;
 * each kind of mistake looks through the tokens for places where it can be
 * made; marks are read and compared.
 *
 * Which mistakes: those that are known from students' answers, and the usual
 * ones of mutation testing. A mistake that the compiler refuses costs little,
 * so the rules are simple, and none tries to know what a name means.
 */
#define _GNU_SOURCE /* getline() */
#include "command/mutants.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "base/tokens.h"

/* ---- words -------------------------------------------------------------- */

/* Where a word stands: in the program; in `#define NAME ...`; in a #pragma;
 * where no mistake is made, as in static_assert(). */
enum place_of { CODE, DEFINE, PRAGMA, ELSEWHERE };

/* A token that is no blank, no comment and no directive's #. */
struct word {
    enum token_kind kind;
    enum place_of place;
    size_t at, length;
    int line;
    int match;         /* of ( [ { <<< and what closes them; -1 */
    bool first, inner; /* of its directive; in a function's body */
};

/* Words, both included. */
struct range {
    int begin, end;
};

struct maker {
    const char *text;
    struct word *t;
    int n;
    struct mutants *out;
    int out_room;
};

static void *must(void *p)
{
    if (p)
        return p;
    fprintf(stderr, "%s\n", strerror(ENOMEM));
    exit(2);
}

static char *print(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

static char *print(const char *format, ...)
{
    char *text;
    va_list args;

    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    return must(text);
}

static bool is(const struct maker *m, int i, const char *text)
{
    return i >= 0 && i < m->n && m->t[i].length == strlen(text) &&
           !memcmp(m->text + m->t[i].at, text, m->t[i].length);
}

static bool is_one(const struct maker *m, int i, const char *const *words)
{
    for (; *words; words++)
        if (is(m, i, *words))
            return true;
    return false;
}

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

/* ---- mutants ------------------------------------------------------------ */

/* The lines text[from, to) as one, without comments and with single blanks;
 * text[at, at + length) has become `instead`. */
static char *one_line(const struct maker *m, size_t from, size_t to, size_t at,
                      size_t length, const char *instead)
{
    char *line = print("%.*s%s%.*s", (int)(at - from), m->text + from, instead,
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

/* Add a mutant: text[at, at + length) becomes `instead`, which is freed. */
static void add_bytes(struct maker *m, const char *slip, int line, size_t at,
                      size_t length, char *instead)
{
    struct mutants *all = m->out;
    struct mutant *new;
    size_t from = at, to = at + length;

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

/* Tokens from..to become what is printed. */
__attribute__((format(printf, 5, 6))) static void add(struct maker *m,
                                                      const char *slip,
                                                      int from, int to,
                                                      const char *format, ...)
{
    size_t at = m->t[from].at;
    char *instead;
    va_list args;

    va_start(args, format);
    if (vasprintf(&instead, format, args) < 0)
        instead = NULL;
    va_end(args);
    add_bytes(m, slip, m->t[from].line, at, m->t[to].at + m->t[to].length - at,
              must(instead));
}

/* The text of tokens from..to, for "%.*s". */
static int length_of(const struct maker *m, int from, int to)
{
    return to < from ? 0 : (int)(m->t[to].at + m->t[to].length - m->t[from].at);
}

static const char *text_of(const struct maker *m, int from)
{
    return m->text + m->t[from].at;
}

static bool same_text(const struct maker *m, int a, int a_to, int b, int b_to)
{
    int n = length_of(m, a, a_to);

    return n == length_of(m, b, b_to) &&
           !memcmp(text_of(m, a), text_of(m, b), (size_t)n);
}

/* Exchange tokens a..a_to with b..b_to, which come later. */
static void exchange(struct maker *m, const char *slip, int a, int a_to, int b,
                     int b_to)
{
    size_t between = m->t[a_to].at + m->t[a_to].length;

    if (!same_text(m, a, a_to, b, b_to))
        add(m, slip, a, b_to, "%.*s%.*s%.*s", length_of(m, b, b_to),
            text_of(m, b), (int)(m->t[b].at - between), m->text + between,
            length_of(m, a, a_to), text_of(m, a));
}

/* ---- what tokens mean --------------------------------------------------- */

static const char *const keywords[] = {
    "return", "case",    "else",  "do",      "sizeof",   "if",
    "for",    "while",   "goto",  "new",     "delete",   "switch",
    "omp",    "default", "break", "typedef", "continue", NULL,
};

static const char *const types[] = {
    "void",    "char",     "short",      "int",      "long",        "float",
    "double",  "unsigned", "signed",     "bool",     "_Bool",       "const",
    "struct",  "size_t",   "int8_t",     "int16_t",  "int32_t",     "int64_t",
    "uint8_t", "uint16_t", "uint32_t",   "uint64_t", "float2",      "float4",
    "int2",    "int4",     "uint4",      "volatile", "static",      "extern",
    "ssize_t", "intptr_t", "uintptr_t",  "dim3",     "cudaError_t", "enum",
    "union",   "auto",     "__shared__", NULL,
};

static bool is_place(const struct maker *m, int i, enum place_of place)
{
    return i >= 0 && i < m->n && m->t[i].place == place;
}

/* Whether a value ends with this token, so that the next sign joins two. */
static bool ends_value(const struct maker *m, int i)
{
    if (i < 0 || i >= m->n)
        return false;
    if (m->t[i].kind == TOKEN_NAME)
        return !is_one(m, i, keywords) && !is_one(m, i, types);
    return m->t[i].kind != TOKEN_MARK || is(m, i, ")") || is(m, i, "]");
}

static bool is_name(const struct maker *m, int i)
{
    return i >= 0 && i < m->n && m->t[i].kind == TOKEN_NAME &&
           !is_one(m, i, keywords) && !is_one(m, i, types);
}

/* The last token of the part that begins at i: what stands before one of the
 * signs at the same depth, or the end of the brackets around it. */
static int part_end(const struct maker *m, int i, const char *const *until)
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

/* The same to the left: the first token of the part that ends at i. */
static int part_begin(const struct maker *m, int i, const char *const *until)
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

/* ---- operators ---------------------------------------------------------- */

struct swap {
    const char *slip, *from, *to[3];
};

/* `binary` ones need a value before them. */
static const struct swap binary_signs[] = {
    {"bound", "<", {"<=", ">"}},     {"bound", "<=", {"<", ">="}},
    {"bound", ">", {">=", "<"}},     {"bound", ">=", {">", "<="}},
    {"comparison", "==", {"!="}},    {"comparison", "!=", {"=="}},
    {"operator", "&&", {"||"}},      {"operator", "||", {"&&"}},
    {"operator", "+", {"-"}},        {"operator", "-", {"+"}},
    {"operator", "*", {"+", "/"}},   {"operator", "/", {"*", "%"}},
    {"operator", "%", {"/", "*"}},   {"operator", "<<", {">>"}},
    {"operator", ">>", {"<<"}},      {"operator", "&", {"|"}},
    {"operator", "|", {"&", "^"}},   {"operator", "^", {"|", "&"}},
    {"operator", "+=", {"=", "-="}}, {"operator", "-=", {"=", "+="}},
    {"operator", "*=", {"=", "+="}}, {"operator", "/=", {"-=", "*="}},
    {"operator", "<<=", {">>="}},    {"operator", ">>=", {"<<="}},
    {"operator", "|=", {"=", "&="}}, {"operator", "&=", {"|=", "="}},
    {"operator", "^=", {"=", "|="}}, {"operator", "%=", {"/="}},
    {"operator", "=", {"+="}},       {NULL, NULL, {NULL}},
};

static void change_operators(struct maker *m, int i)
{
    static const char *const and_or[] = {"&&", "||", "?",  ":",  ",",
                                         "=",  "+=", "|=", "&=", NULL};
    static const char *const or
        [] = {"||", "?", ":", ",", "=", "+=", "|=", "&=", NULL};
    static const char *const term[] = {
        "+",  "-",  "<",  ">",  "<=", ">=",  "==",  "!=", "&&",
        "||", "?",  ":",  ",",  "=",  "<<",  ">>",  "&",  "|",
        "^",  "+=", "-=", "*=", "/=", "<<<", ">>>", NULL};
    static const char *const sum[] = {"<", ">", "&&", "||",
                                      "?", ":", ",",  NULL};
    static const char *const factor[] = {
        "+",  "-",  "*",  "/",  "%",  "<",  ">",  "<=", ">=",
        "==", "!=", "&&", "||", "?",  ":",  ",",  "=",  "<<",
        ">>", "&",  "|",  "^",  "+=", "-=", "*=", "/=", NULL};
    bool binary = ends_value(m, i - 1);

    for (const struct swap *s = binary_signs; binary && s->slip; s++) {
        /* `int i = 0` has no += */
        bool begins =
            is(m, i, "=") &&
            (!m->t[i].inner || is_name(m, i - 2) || is_one(m, i - 2, types) ||
             (is(m, i - 2, "*") && m->t[i - 3].kind == TOKEN_NAME));

        if (is(m, i, s->from) && !begins)
            for (int k = 0; k < 3 && s->to[k]; k++)
                add(m, s->slip, i, i, "%s", s->to[k]);
    }
    if (binary && (is(m, i, "&&") || is(m, i, "||"))) {
        const char *const *until = is(m, i, "&&") ? and_or : or ;

        add(m, "condition left out", i, part_end(m, i + 1, until), "%s", "");
        add(m, "condition left out", part_begin(m, i - 1, until), i, "%s", "");
    }
    /* the last one */
    if (binary && is(m, i, "<") &&
        (m->t[i + 1].kind != TOKEN_NUMBER ||
         part_end(m, i + 1, factor) > i + 1)) {
        int end = part_end(m, i + 1, sum);

        add(m, "bound", end, end, "%.*s - 1", length_of(m, end, end),
            text_of(m, end));
    }
    if (binary && (is(m, i, "+") || is(m, i, "-")))
        add(m, "term left out", i, part_end(m, i + 1, term), "%s", "");
    if (binary && (is(m, i, "*") || is(m, i, "/") || is(m, i, "%")))
        add(m, "factor left out", i, part_end(m, i + 1, factor), "%s", "");
    if (!binary && (is(m, i, "!") || is(m, i, "~")))
        add(m, "operator", i, i, "%s", "");
    if (is(m, i, "*") && is(m, i - 1, "sizeof"))
        add(m, "operator", i, i, "%s", "");
    if (!binary && is(m, i, "-") && !is(m, i - 1, "("))
        add(m, "operator", i, i, "%s", "");
    if (is(m, i, "++"))
        add(m, "operator", i, i, "--");
    if (is(m, i, "--"))
        add(m, "operator", i, i, "++");
    /* x++ and ++x where the value is used */
    if ((is(m, i, "++") || is(m, i, "--")) && is_name(m, i - 1) &&
        !is(m, i + 1, ")") && !is(m, i + 1, ";") && !is(m, i + 1, ","))
        add(m, "operator", i - 1, i, "%.*s%.*s", length_of(m, i, i),
            text_of(m, i), length_of(m, i - 1, i - 1), text_of(m, i - 1));
    if (is(m, i, "?")) {
        static const char *const colon[] = {":", ",", NULL};
        int end = part_end(m, i + 1, colon);

        if (is(m, end + 1, ":"))
            exchange(m, "exchanged", i + 1, end, end + 2,
                     part_end(m, end + 2, colon));
    }
}

/* ---- constants ---------------------------------------------------------- */

static void change_number(struct maker *m, int i)
{
    char digits[64], *end;
    int n = length_of(m, i, i);
    unsigned long long value;
    bool hex;

    snprintf(digits, sizeof digits, "%.*s", n, text_of(m, i));
    hex = digits[0] == '0' && strchr("xX", digits[1]) && digits[1];
    value = strtoull(digits, &end, 0);
    if (!hex && strpbrk(end, ".eEfF")) {
        add(m, "constant", i, i, "(%s + 1)", digits);
        return;
    }
    if (value != 0xffffffff)
        add(m, "constant", i, i, hex ? "0x%llx%s" : "%llu%s", value + 1, end);
    if (value > 0)
        add(m, "constant", i, i, hex ? "0x%llx%s" : "%llu%s", value - 1, end);
}

/* ---- names -------------------------------------------------------------- */

static const struct swap names[] = {
    {"index exchanged", "threadIdx", {"blockIdx"}},
    {"index exchanged", "blockIdx", {"threadIdx"}},
    {"index exchanged", "blockDim", {"gridDim"}},
    {"index exchanged", "gridDim", {"blockDim"}},
    {"wrong function", "__syncthreads", {"__syncwarp"}},
    {"wrong function", "__threadfence", {"__threadfence_block"}},
    {"wrong function", "__shfl_down_sync", {"__shfl_up_sync"}},
    {"wrong function", "__shfl_up_sync", {"__shfl_down_sync"}},
    {"wrong function", "__shfl_xor_sync", {"__shfl_down_sync"}},
    {"wrong function", "__ballot_sync", {"__any_sync"}},
    {"wrong function", "__popc", {"__ffs"}},
    {"wrong function", "atomicAdd", {"atomicSub", "atomicAdd_block"}},
    {"wrong function", "atomicExch", {"atomicAdd", "atomicExch_block"}},
    {"wrong function", "atomicCAS", {"atomicCAS_block"}},
    {"wrong function", "atomicMax", {"atomicMin"}},
    {"wrong function", "atomicMin", {"atomicMax"}},
    {"wrong function", "min", {"max"}},
    {"wrong function", "max", {"min"}},
    {"wrong function", "fmin", {"fmax"}},
    {"wrong function", "fmax", {"fmin"}},
    {"wrong function", "sqrt", {"cbrt"}},
    {"wrong function", "calloc", {"malloc"}},
    {"wrong function", "omp_get_thread_num", {"omp_get_num_threads"}},
    {"wrong function", "omp_get_num_threads", {"omp_get_max_threads"}},
    {"wrong function", "omp_get_max_threads", {"omp_get_num_threads"}},
    {"wrong constant", "cudaMemcpyHostToDevice", {"cudaMemcpyDeviceToHost"}},
    {"wrong constant", "cudaMemcpyDeviceToHost", {"cudaMemcpyHostToDevice"}},
    {"wrong constant", "true", {"false"}},
    {"wrong constant", "false", {"true"}},
    {"smaller type", "size_t", {"int"}},
    {"smaller type", "int64_t", {"int32_t"}},
    {"smaller type", "uint64_t", {"uint32_t"}},
    {"smaller type", "int32_t", {"int16_t"}},
    {"smaller type", "uint32_t", {"uint16_t"}},
    {"smaller type", "double", {"float"}},
    {"smaller type", "int", {"short"}},
    {"smaller type", "unsigned", {"unsigned short"}},
    {"smaller type", "long", {"int"}},
    {"left out", "volatile", {""}},
    {"left out", "__shared__", {""}},
    {NULL, NULL, {NULL}},
};

/* Atomic operations as one thread alone would do them; 1 and 2: arguments. */
static const struct {
    const char *name, *instead;
} not_atomic[] = {
    {"atomicAdd", "((*(\1) += \2) - (\2))"},
    {"atomicSub", "((*(\1) -= \2) + (\2))"},
    {"atomicOr", "(*(\1) |= \2)"},
    {"atomicAnd", "(*(\1) &= \2)"},
    {"atomicXor", "(*(\1) ^= \2)"},
    {"atomicExch", "(*(\1) = \2)"},
    {"atomicMax", "(*(\1) = max(*(\1), \2))"},
    {"atomicMin", "(*(\1) = min(*(\1), \2))"},
    {"atomicCAS", "(*(\1) == \2 ? (*(\1) = \3, \2) : *(\1))"},
    {NULL, NULL},
};

static const char *const comma[] = {",", NULL};

/* A call's arguments, or those of a launch; how many. */
static int arguments(const struct maker *m, int open, struct range *part,
                     int most)
{
    int n = 0, close = m->t[open].match;

    for (int i = open + 1; i < close && n < most; n++) {
        int end = part_end(m, i, comma);

        part[n] = (struct range){i, end};
        i = end + 2;
    }
    return n;
}

static void change_atomic(struct maker *m, int i)
{
    struct range part[3];
    int n, which = 0;
    char text[400] = "";
    size_t used = 0;

    while (not_atomic[which].name && !is(m, i, not_atomic[which].name))
        which++;
    if (!not_atomic[which].name || !is(m, i + 1, "("))
        return;
    n = arguments(m, i + 1, part, 3);
    for (const char *p = not_atomic[which].instead; *p && used < sizeof text;
         p++) {
        int k = *p - 1;

        if (k < 0 || k > 2)
            used += (size_t)snprintf(text + used, sizeof text - used, "%c", *p);
        else if (k < n)
            used += (size_t)snprintf(text + used, sizeof text - used, "%.*s",
                                     length_of(m, part[k].begin, part[k].end),
                                     text_of(m, part[k].begin));
    }
    add(m, "not atomic", i, m->t[i + 1].match, "%s", text);
}

static void change_names(struct maker *m, int i)
{
    bool part_of_type = is(m, i - 1, "unsigned") || is(m, i - 1, "long") ||
                        is(m, i - 1, "short") || is(m, i + 1, "long") ||
                        is(m, i + 1, "char") || is(m, i + 1, "short");

    for (const struct swap *s = names; s->slip; s++)
        if (is(m, i, s->from) &&
            !(part_of_type && !strcmp(s->slip, "smaller type")))
            for (int k = 0; k < 3 && s->to[k]; k++)
                add(m, s->slip, i, i, "%s", s->to[k]);
    if (is(m, i, "long") && is(m, i + 1, "long"))
        add(m, "smaller type", i, i + 1, "int");
    if (m->t[i].inner && is(m, i, "static"))
        add(m, "left out", i, i, "%s", "");
    if (is(m, i, "cudaGetLastError") && is(m, i + 1, "("))
        add(m, "error check left out", i, i + 2, "cudaSuccess");
    /* .x .y .z of the built-ins; float4's members are as good */
    if (is(m, i - 1, ".") && is(m, i, "x"))
        add(m, "index exchanged", i, i, "y");
    if (is(m, i - 1, ".") && (is(m, i, "y") || is(m, i, "z")))
        add(m, "index exchanged", i, i, "x");
    change_atomic(m, i);
}

static void change_calls(struct maker *m, int i)
{
    struct range part[12];
    bool launch = is(m, i, "<<<") || is(m, i - 1, ">>>");
    bool dim = is(m, i - 1, "dim3") || is(m, i - 2, "dim3");
    int n, close = m->t[i].match;

    if (!launch && !(is(m, i, "(") && dim) &&
        (!is(m, i, "(") || !is_name(m, i - 1) || is(m, close + 1, "{") ||
         (m->t[i - 2].kind == TOKEN_NAME && !is_one(m, i - 2, keywords))))
        return;
    n = arguments(m, i, part, 12);
    for (int k = 0; k + 1 < n; k++)
        exchange(m, "arguments exchanged", part[k].begin, part[k].end,
                 part[k + 1].begin, part[k + 1].end);
}

/* ---- indices, brackets, casts ------------------------------------------- */

static bool is_variable(const struct maker *m, int i)
{
    if (!is_name(m, i) || is(m, i + 1, "(") || is(m, i - 1, ".") ||
        is(m, i - 1, "->") || is(m, i + 1, ".") || is(m, i + 1, "["))
        return false;
    for (size_t k = 0; k < m->t[i].length; k++)
        if (islower((unsigned char)text_of(m, i)[k]))
            return true;
    return false; /* a macro */
}

static bool is_declaration(const struct maker *m, int i)
{
    return is_one(m, i, types) || is(m, i, "cudaError_t") ||
           (is_name(m, i) &&
            (is_name(m, i + 1) ||
             (is(m, i + 1, "*") && is_name(m, i + 2) &&
              (is(m, i + 3, "=") || is(m, i + 3, ";") || is(m, i + 3, ",")))));
}

/* Whether the name at i is declared there: behind its type, or behind a comma
 * in a statement that declares. */
static bool declares(const struct maker *m, int i)
{
    if (is_one(m, i - 1, types) || is_name(m, i - 1))
        return true;
    if (!is(m, i - 1, ","))
        return false;
    while (i > 0 && m->t[i - 1].place == CODE && !is(m, i - 1, ";") &&
           !is(m, i - 1, "{") && !is(m, i - 1, "}") && !is(m, i - 1, "("))
        i = m->t[i - 1].match >= 0 ? m->t[i - 1].match : i - 1;
    return is_declaration(m, i);
}

static void change_subscript(struct maker *m, int i)
{
    int close = m->t[i].match, before = i - 1;
    bool declared;

    if (!ends_value(m, i - 1) || close < i + 2)
        return;
    while (is(m, before, "]"))
        before = m->t[before].match - 1;
    declared = declares(m, before);
    if (is(m, close + 1, "["))
        exchange(m, "index exchanged", i + 1, close - 1, close + 2,
                 m->t[close + 1].match - 1);
    if (m->t[i + 1].kind == TOKEN_NUMBER && close == i + 2)
        return; /* change_number() does it */
    add(m, "index", close, close, " - 1]");
    if (!declared)
        add(m, "index", close, close, " + 1]");
    for (int a = i + 1; a < close && !declared; a++)
        for (int b = i + 1; b < close; b++)
            if (is_variable(m, a) && is_variable(m, b) &&
                !same_text(m, a, a, b, b))
                add(m, "index exchanged", a, a, "%.*s", length_of(m, b, b),
                    text_of(m, b));
}

static void change_parentheses(struct maker *m, int i)
{
    int close = m->t[i].match;
    bool cast = is_one(m, i + 1, types);

    if (close < i + 2 || ends_value(m, i - 1) || is(m, i - 1, ">>>") ||
        is_one(m, i - 1, types) ||
        (m->t[i - 1].kind == TOKEN_NAME && !is(m, i - 1, "return")))
        return;
    for (int k = i + 1; k < close; k++)
        cast = cast && (m->t[k].kind == TOKEN_NAME || is(m, k, "*"));
    if (cast && (m->t[close + 1].kind != TOKEN_MARK || is(m, close + 1, "(") ||
                 is(m, close + 1, "-")))
        add(m, "cast left out", i, close, "%s", "");
    else if (!cast && close > i + 2)
        add(m, "parentheses left out", i, close, "%.*s",
            length_of(m, i + 1, close - 1), text_of(m, i + 1));
}

/* ---- statements --------------------------------------------------------- */

static int statement(struct maker *m, int i);

static void change_condition(struct maker *m, int open)
{
    add(m, "condition left out", open + 1, m->t[open].match - 1, "1");
}

/* `int a = 0, b = 1;`: leave out a beginning. */
static void change_declaration(struct maker *m, int i, int end)
{
    for (int k = i; k < end; k++) {
        if (m->t[k].match > k)
            k = m->t[k].match;
        else if (is(m, k, "="))
            add(m, "beginning left out", k, part_end(m, k + 1, comma), "%s",
                "");
    }
}

/* Leave the statement out; returns what comes behind it. */
static int simple_statement(struct maker *m, int i)
{
    int end = i;

    while (end < m->n && !is(m, end, ";"))
        end = m->t[end].match > end ? m->t[end].match + 1 : end + 1;
    if (end >= m->n)
        return m->n;
    if (is_declaration(m, i))
        change_declaration(m, i, end);
    else if (end > i && !is(m, i, "static_assert"))
        /* A semicolon stays, for `if (...) ;` */
        add(m, "left out", i, end, ";");
    return end + 1;
}

static int block(struct maker *m, int open)
{
    int close = m->t[open].match;

    for (int i = open + 1; i < close;)
        i = statement(m, i);
    return close + 1;
}

/* A statement and those in it. Returns what comes behind it. */
static int statement(struct maker *m, int i)
{
    int open = i + 1, next;

    if (is_place(m, i, PRAGMA) || is_place(m, i, DEFINE) ||
        is_place(m, i, ELSEWHERE))
        return i + 1;
    if (is(m, i, "{"))
        return block(m, i);
    if (is(m, i, "else") || is(m, i, "do"))
        return statement(m, i + 1);
    if ((is(m, i, "if") || is(m, i, "for") || is(m, i, "while") ||
         is(m, i, "switch")) &&
        is(m, open, "(")) {
        if (is(m, i, "if"))
            change_condition(m, open);
        if (is(m, i, "while") && !is(m, i - 1, "}"))
            add(m, "no loop", i, i, "if");
        next = statement(m, m->t[open].match + 1);
        if (is(m, i, "if") && is(m, next, "else")) {
            int end = statement(m, next + 1);

            add(m, "left out", next, end - 1, "%s", "");
            return end;
        }
        return next;
    }
    /* The last `return x;` of a function: nothing runs without it. */
    if (is(m, i, "return") && !is(m, i + 1, ";")) {
        int end = part_end(m, i, comma) + 1;

        while (is(m, end, ","))
            end = part_end(m, end + 1, comma) + 1;
        if (is(m, end, ";") && is(m, end + 1, "}") &&
            is(m, m->t[end + 1].match - 1, ")") && m->t[i - 1].place == CODE &&
            (is(m, i - 1, ";") || is(m, i - 1, "}") || is(m, i - 1, "{")))
            return end + 1;
    }
    return simple_statement(m, i);
}

/* Find the bodies of functions. */
static void change_statements(struct maker *m)
{
    for (int i = 0; i < m->n; i++) {
        if (!is(m, i, "{") || m->t[i].place != CODE)
            continue;
        if (is(m, i - 1, ")")) {
            for (int k = i; k <= m->t[i].match; k++)
                m->t[k].inner = true;
            block(m, i);
        } else if (m->t[i - 1].kind == TOKEN_STRING) { /* extern "C" { */
            continue;
        }
        i = m->t[i].match > i ? m->t[i].match : i;
    }
}

/* ---- OpenMP's directives ------------------------------------------------ */

static const struct swap omp_words[] = {
    {"clause", "shared", {"private"}},
    {"clause", "private", {"shared"}},
    {"clause", "firstprivate", {"private", "shared"}},
    {"clause", "lastprivate", {"private"}},
    {"clause", "static", {"dynamic"}},
    {"clause", "dynamic", {"static"}},
    {"clause", "guided", {"static"}},
    {"directive", "single", {"master"}},
    {"directive", "master", {"single"}},
    {"directive", "sections", {"single"}},
    {"directive", "critical", {"single"}},
    {"clause", "max", {"min"}},
    {"clause", "min", {"max"}},
    {"clause", "+", {"*"}}, /* `-` adds up as well */
    {"clause", "&&", {"||"}},
    {"clause", "||", {"&&"}},
    {NULL, NULL, {NULL}},
};

/* Tokens begin..end - 1 of a clause: leave out a variable of its list, which
 * may be a part of an array, `a[:n]`. */
static void change_list(struct maker *m, int begin, int end)
{
    int last;

    for (int k = begin; k < end; k = last + 2) {
        while (k + 1 < end && !is_name(m, k))
            k++; /* `+ :` of a reduction */
        last = part_end(m, k, comma);
        if (is_name(m, k) && is(m, last + 1, ","))
            add(m, "clause", k, last + 1, "%s", "");
        else if (is_name(m, k) && is(m, k - 1, ","))
            add(m, "clause", k - 1, last, "%s", "");
    }
}

/* #pragma omp ..., from its first token to its last. */
static void change_pragma(struct maker *m, int first, int last)
{
    size_t at = m->t[first].at;
    bool worksharing = false, parallel = false, nowait = false;

    if (!is(m, first + 1, "omp")) /* #pragma unroll is only a wish */
        return;
    while (m->text[at] != '#')
        at--;
    add_bytes(m, "directive left out", m->t[first].line, at,
              m->t[last].at + m->t[last].length - at, print("%s", ""));
    for (int i = first + 2; i <= last; i++) {
        int end = is(m, i + 1, "(") && i < last ? m->t[i + 1].match : i;

        worksharing = worksharing || is(m, i, "for") || is(m, i, "single");
        parallel = parallel || is(m, i, "parallel");
        nowait = nowait || is(m, i, "nowait");
        if (last > i || i > first + 2)
            add(m, i == first + 2 ? "directive left out" : "clause left out", i,
                end, "%s", "");
        if (is(m, i, "critical") && end > i)
            add(m, "name left out", i + 1, end, "%s", "");
        change_list(m, i + 2, end);
        for (int k = i + 2; k < end; k++)
            if (m->t[k].kind == TOKEN_NUMBER)
                change_number(m, k);
        i = end;
    }
    for (int i = first + 2; i <= last; i++)
        for (const struct swap *s = omp_words; s->slip; s++)
            if (is(m, i, s->from))
                for (int k = 0; k < 3 && s->to[k]; k++)
                    add(m, s->slip, i, i, "%s", s->to[k]);
    if (worksharing && !parallel && !nowait)
        add(m, "clause", last, last, "%.*s nowait", length_of(m, last, last),
            text_of(m, last));
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
    change_statements(&m);
    for (int i = 0; i < m.n; i++) {
        enum place_of place = m.t[i].place;

        if (place == PRAGMA && m.t[i].first) {
            int last = i;

            while (last + 1 < m.n && m.t[last + 1].place == PRAGMA &&
                   !m.t[last + 1].first)
                last++;
            change_pragma(&m, i, last);
        }
        if (place != CODE && place != DEFINE)
            continue;
        if (m.t[i].kind == TOKEN_NUMBER)
            change_number(&m, i);
        else if (m.t[i].kind == TOKEN_STRING && length_of(&m, i, i) > 2 &&
                 m.t[i].inner)
            add(&m, "text left out", i, i, "\"\"");
        else if (m.t[i].kind == TOKEN_NAME)
            change_names(&m, i);
        else
            change_operators(&m, i);
        change_calls(&m, i);
        if (is(&m, i, "["))
            change_subscript(&m, i);
        if (is(&m, i, "(") && i > 0)
            change_parentheses(&m, i);
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

/* ---- marks -------------------------------------------------------------- */

/* Cut blanks off both ends; the text moves to the beginning. */
static char *trimmed(char *text)
{
    size_t n;

    text += strspn(text, " \t");
    for (n = strlen(text); n && isspace((unsigned char)text[n - 1]); n--)
        text[n - 1] = 0;
    return must(strdup(text));
}

/* The last " // " of a line. */
static char *find_reason(char *line)
{
    char *found = NULL;

    for (char *p = line; (p = strstr(p, " // ")); p++)
        found = p;
    return found;
}

static bool read_mark(char *line, struct mark *k)
{
    char *why = find_reason(line), *arrow, *end;

    if (!why)
        return false;
    *why = 0;
    why += 4;
    if (line[0] == '@') {
        k->nth = (int)strtol(line + 1, &end, 10);
        line = end;
    }
    arrow = strstr(line, "=>");
    if (!arrow)
        return false;
    *arrow = 0;
    k->slow = !strncmp(why, "slow:", 5);
    k->before = trimmed(line);
    k->after = trimmed(arrow + 2);
    k->why = trimmed(why + (k->slow ? 5 : 0));
    return *k->before && *k->why;
}

int marks_read(const char *path, struct marks *marks)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0;
    int result = 0;

    memset(marks, 0, sizeof *marks);
    if (!file && errno == ENOENT)
        return 0;
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    for (int n = 1; !result && getline(&line, &room, file) >= 0; n++) {
        line[strcspn(line, "\r\n")] = 0;
        if (!line[strspn(line, " \t")] || !strncmp(line, "//", 2))
            continue;
        marks->mark = must(
            realloc(marks->mark, (size_t)(marks->n + 1) * sizeof *marks->mark));
        marks->mark[marks->n] = (struct mark){.line = n};
        if (!read_mark(line, &marks->mark[marks->n++])) {
            fprintf(stderr,
                    _("%s:%d: a mark is a line \"BEFORE => AFTER // why\".\n"),
                    path, n);
            result = -1;
        }
    }
    free(line);
    fclose(file);
    return result;
}

void marks_free(struct marks *marks)
{
    for (int i = 0; i < marks->n; i++) {
        free(marks->mark[i].before);
        free(marks->mark[i].after);
        free(marks->mark[i].why);
    }
    free(marks->mark);
    memset(marks, 0, sizeof *marks);
}

/* Does the text fit a pattern in which "..." is any text? */
static bool fits(const char *pattern, const char *text)
{
    const char *dots = strstr(pattern, "...");
    size_t n = dots ? (size_t)(dots - pattern) : strlen(pattern);

    if (strncmp(pattern, text, n))
        return false;
    if (!dots)
        return text[n] == 0;
    for (text += n; !fits(dots + 3, text); text++)
        if (!*text)
            return false;
    return true;
}

static bool is_for(const struct mark *k, const struct mutant *m)
{
    return (!k->nth || k->nth == m->nth) && fits(k->before, m->before) &&
           fits(k->after, m->after);
}

struct mark *marks_find(const struct marks *marks, const struct mutant *m)
{
    for (int i = 0; i < marks->n; i++)
        if (is_for(&marks->mark[i], m))
            return &marks->mark[i];
    return NULL;
}

bool mark_fits(const struct mark *k, const struct mutants *m)
{
    for (int i = 0; i < m->n; i++)
        if (is_for(k, &m->mutant[i]))
            return true;
    return false;
}
