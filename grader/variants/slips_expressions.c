/* slips_expressions.c - mistakes within expressions: operators, constants,
 * names, arguments, indices, casts. */
#include "variants/slips.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- operators ---------------------------------------------------------- */

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

/* What ends a part at its depth: of && and ||, of a sum, and so on. */
static const char *const and_or[] = {"&&", "||", "?",  ":",  ",",
                                     "=",  "+=", "|=", "&=", NULL};
static const char *const or
    [] = {"||", "?", ":", ",", "=", "+=", "|=", "&=", NULL};
static const char *const term[] = {
    "+",  "-",  "<",  ">",  "<=", ">=",  "==",  "!=", "&&",
    "||", "?",  ":",  ",",  "=",  "<<",  ">>",  "&",  "|",
    "^",  "+=", "-=", "*=", "/=", "<<<", ">>>", NULL};
static const char *const sum[] = {"<", ">", "&&", "||", "?", ":", ",", NULL};
static const char *const factor[] = {"+",  "-",  "*",  "/",  "%",  "<",  ">",
                                     "<=", ">=", "==", "!=", "&&", "||", "?",
                                     ":",  ",",  "=",  "<<", ">>", "&",  "|",
                                     "^",  "+=", "-=", "*=", "/=", NULL};

/* A sign between two values. */
static void binary_operator(struct maker *m, int i)
{
    for (const struct swap *s = binary_signs; s->slip; s++) {
        /* `int i = 0` has no += */
        bool begins = is(m, i, "=") &&
                      (!m->t[i].inner || slip_is_name(m, i - 2) ||
                       is_one(m, i - 2, slip_types) ||
                       (is(m, i - 2, "*") && m->t[i - 3].kind == TOKEN_NAME));

        if (is(m, i, s->from) && !begins)
            for (int k = 0; k < 3 && s->to[k]; k++)
                slip_add(m, s->slip, i, i, "%s", s->to[k]);
    }
    if (is(m, i, "&&") || is(m, i, "||")) {
        const char *const *until = is(m, i, "&&") ? and_or : or ;

        slip_add(m, "condition left out", i, slip_part_end(m, i + 1, until),
                 "%s", "");
        slip_add(m, "condition left out", slip_part_begin(m, i - 1, until), i,
                 "%s", "");
    }
    /* the last one */
    if (is(m, i, "<") && (m->t[i + 1].kind != TOKEN_NUMBER ||
                          slip_part_end(m, i + 1, factor) > i + 1)) {
        int end = slip_part_end(m, i + 1, sum);

        slip_add(m, "bound", end, end, "%.*s - 1", slip_length(m, end, end),
                 slip_text(m, end));
    }
    if (is(m, i, "+") || is(m, i, "-"))
        slip_add(m, "term left out", i, slip_part_end(m, i + 1, term), "%s",
                 "");
    if (is(m, i, "*") || is(m, i, "/") || is(m, i, "%"))
        slip_add(m, "factor left out", i, slip_part_end(m, i + 1, factor), "%s",
                 "");
}

/* One before a value. */
static void unary_operator(struct maker *m, int i)
{
    if (is(m, i, "!") || is(m, i, "~"))
        slip_add(m, "operator", i, i, "%s", "");
    if (is(m, i, "-") && !is(m, i - 1, "("))
        slip_add(m, "operator", i, i, "%s", "");
}

void slip_operators(struct maker *m, int i)
{
    if (slip_ends_value(m, i - 1))
        binary_operator(m, i);
    else
        unary_operator(m, i);
    if (is(m, i, "*") && is(m, i - 1, "sizeof"))
        slip_add(m, "operator", i, i, "%s", "");
    if (is(m, i, "++"))
        slip_add(m, "operator", i, i, "--");
    if (is(m, i, "--"))
        slip_add(m, "operator", i, i, "++");
    /* x++ and ++x where the value is used */
    if ((is(m, i, "++") || is(m, i, "--")) && slip_is_name(m, i - 1) &&
        !is(m, i + 1, ")") && !is(m, i + 1, ";") && !is(m, i + 1, ","))
        slip_add(m, "operator", i - 1, i, "%.*s%.*s", slip_length(m, i, i),
                 slip_text(m, i), slip_length(m, i - 1, i - 1),
                 slip_text(m, i - 1));
    if (is(m, i, "?")) {
        static const char *const colon[] = {":", ",", NULL};
        int end = slip_part_end(m, i + 1, colon);

        if (is(m, end + 1, ":"))
            slip_exchange(m, "exchanged", i + 1, end, end + 2,
                          slip_part_end(m, end + 2, colon));
    }
}

/* ---- constants ---------------------------------------------------------- */

void slip_number(struct maker *m, int i)
{
    char digits[64], *end;
    int n = slip_length(m, i, i);
    unsigned long long value;
    bool hex;

    snprintf(digits, sizeof digits, "%.*s", n, slip_text(m, i));
    hex = digits[0] == '0' && strchr("xX", digits[1]) && digits[1];
    value = strtoull(digits, &end, 0);
    if (!hex && strpbrk(end, ".eEfF")) {
        slip_add(m, "constant", i, i, "(%s + 1)", digits);
        return;
    }
    if (value != 0xffffffff)
        slip_add(m, "constant", i, i, hex ? "0x%llx%s" : "%llu%s", value + 1,
                 end);
    if (value > 0)
        slip_add(m, "constant", i, i, hex ? "0x%llx%s" : "%llu%s", value - 1,
                 end);
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

/* A call's arguments, or those of a launch; how many. */
static int arguments(const struct maker *m, int open, struct range *part,
                     int most)
{
    int n = 0, close = m->t[open].match;

    for (int i = open + 1; i < close && n < most; n++) {
        int end = slip_part_end(m, i, slip_comma);

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
                                     slip_length(m, part[k].begin, part[k].end),
                                     slip_text(m, part[k].begin));
    }
    slip_add(m, "not atomic", i, m->t[i + 1].match, "%s", text);
}

void slip_names(struct maker *m, int i)
{
    bool part_of_type = is(m, i - 1, "unsigned") || is(m, i - 1, "long") ||
                        is(m, i - 1, "short") || is(m, i + 1, "long") ||
                        is(m, i + 1, "char") || is(m, i + 1, "short");

    for (const struct swap *s = names; s->slip; s++)
        if (is(m, i, s->from) &&
            !(part_of_type && !strcmp(s->slip, "smaller type")))
            for (int k = 0; k < 3 && s->to[k]; k++)
                slip_add(m, s->slip, i, i, "%s", s->to[k]);
    if (is(m, i, "long") && is(m, i + 1, "long"))
        slip_add(m, "smaller type", i, i + 1, "int");
    if (m->t[i].inner && is(m, i, "static"))
        slip_add(m, "left out", i, i, "%s", "");
    if (is(m, i, "cudaGetLastError") && is(m, i + 1, "("))
        slip_add(m, "error check left out", i, i + 2, "cudaSuccess");
    /* .x .y .z of the built-ins; float4's members are as good */
    if (is(m, i - 1, ".") && is(m, i, "x"))
        slip_add(m, "index exchanged", i, i, "y");
    if (is(m, i - 1, ".") && (is(m, i, "y") || is(m, i, "z")))
        slip_add(m, "index exchanged", i, i, "x");
    change_atomic(m, i);
}

void slip_calls(struct maker *m, int i)
{
    struct range part[12];
    bool launch = is(m, i, "<<<") || is(m, i - 1, ">>>");
    bool dim = is(m, i - 1, "dim3") || is(m, i - 2, "dim3");
    int n, close = m->t[i].match;

    if (!launch && !(is(m, i, "(") && dim) &&
        (!is(m, i, "(") || !slip_is_name(m, i - 1) || is(m, close + 1, "{") ||
         (m->t[i - 2].kind == TOKEN_NAME && !is_one(m, i - 2, slip_keywords))))
        return;
    n = arguments(m, i, part, 12);
    for (int k = 0; k + 1 < n; k++)
        slip_exchange(m, "arguments exchanged", part[k].begin, part[k].end,
                      part[k + 1].begin, part[k + 1].end);
}

/* ---- indices, brackets, casts ------------------------------------------- */

static bool is_variable(const struct maker *m, int i)
{
    if (!slip_is_name(m, i) || is(m, i + 1, "(") || is(m, i - 1, ".") ||
        is(m, i - 1, "->") || is(m, i + 1, ".") || is(m, i + 1, "["))
        return false;
    for (size_t k = 0; k < m->t[i].length; k++)
        if (islower((unsigned char)slip_text(m, i)[k]))
            return true;
    return false; /* a macro */
}

/* Whether the name at i is declared there: behind its type, or behind a comma
 * in a statement that declares. */
static bool declares(const struct maker *m, int i)
{
    if (is_one(m, i - 1, slip_types) || slip_is_name(m, i - 1))
        return true;
    if (!is(m, i - 1, ","))
        return false;
    /* an opening bracket matches one further on */
    while (i > 0 && m->t[i - 1].place == CODE && !is(m, i - 1, ";") &&
           !is(m, i - 1, "}") && m->t[i - 1].match < i)
        i = m->t[i - 1].match >= 0 ? m->t[i - 1].match : i - 1;
    return slip_declares(m, i);
}

void slip_subscript(struct maker *m, int i)
{
    int close = m->t[i].match, before = i - 1;
    bool declared;

    if (!slip_ends_value(m, i - 1) || close < i + 2)
        return;
    while (is(m, before, "]"))
        before = m->t[before].match - 1;
    declared = declares(m, before);
    if (is(m, close + 1, "["))
        slip_exchange(m, "index exchanged", i + 1, close - 1, close + 2,
                      m->t[close + 1].match - 1);
    if (m->t[i + 1].kind == TOKEN_NUMBER && close == i + 2)
        return; /* slip_number() does it */
    slip_add(m, "index", close, close, " - 1]");
    if (!declared)
        slip_add(m, "index", close, close, " + 1]");
    for (int a = i + 1; a < close && !declared; a++)
        for (int b = i + 1; b < close; b++)
            if (is_variable(m, a) && is_variable(m, b) &&
                !slip_same(m, a, a, b, b))
                slip_add(m, "index exchanged", a, a, "%.*s",
                         slip_length(m, b, b), slip_text(m, b));
}

void slip_parentheses(struct maker *m, int i)
{
    int close = m->t[i].match;
    bool cast = is_one(m, i + 1, slip_types);

    if (close < i + 2 || slip_ends_value(m, i - 1) || is(m, i - 1, ">>>") ||
        is_one(m, i - 1, slip_types) ||
        (m->t[i - 1].kind == TOKEN_NAME && !is(m, i - 1, "return")))
        return;
    for (int k = i + 1; k < close; k++)
        cast = cast && (m->t[k].kind == TOKEN_NAME || is(m, k, "*"));
    if (cast && (m->t[close + 1].kind != TOKEN_MARK || is(m, close + 1, "(") ||
                 is(m, close + 1, "-")))
        slip_add(m, "cast left out", i, close, "%s", "");
    else if (!cast && close > i + 2)
        slip_add(m, "parentheses left out", i, close, "%.*s",
                 slip_length(m, i + 1, close - 1), slip_text(m, i + 1));
}
