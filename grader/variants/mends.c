/* mends.c - see mends.h. */
#include "variants/mends.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the mistakes of mutants.h do not undo ------------------------- */

static const char *const factor_end[] = {
    "+",  "-",  "*",  "/",  "%",  "<",  ">",  "<=", ">=",
    "==", "!=", "&&", "||", "?",  ":",  ",",  "=",  "<<",
    ">>", "&",  "|",  "^",  "+=", "-=", "*=", "/=", NULL};
static const char *const sum_end[] = {
    "<", ">", "<=", ">=", "==", "!=", "&&", "||", "?",
    ":", ",", "=",  "+=", "-=", "*=", "/=", NULL};
static const char *const bounds[] = {"<", ">", "<=", ">=", NULL};

/* Whether a function's body, which m->t[i] is in, has such a word. */
static bool around(const struct maker *m, int i, const char *word)
{
    int from = i, to = i;

    while (from > 0 && m->t[from - 1].inner)
        from--;
    while (to + 1 < m->n && m->t[to + 1].inner)
        to++;
    for (int k = from; k <= to; k++)
        if (is(m, k, word))
            return true;
    return false;
}

/* Does the statement with m->t[i] begin with such a type, or a launch? */
static bool of_whole_numbers(const struct maker *m, int i)
{
    static const char *const whole[] = {"int",     "size_t",   "unsigned",
                                        "dim3",    "long",     "<<<",
                                        "int64_t", "uint32_t", NULL};

    while (i > 0 && !is(m, i, ";") && !is(m, i, "{") && !is(m, i, "}")) {
        if (is_one(m, i, whole))
            return true;
        i--;
    }
    return false;
}

/* Do a and b stand beside each other in from..to? */
static bool has_words(const struct maker *m, int from, int to, const char *a,
                      const char *b)
{
    for (int i = from; i < to; i++)
        if (is(m, i, a) && is(m, i + 1, b))
            return true;
    return false;
}

/* x % 2 and what it is compared with at i: it is -1 for some x. */
static void mend_remainder(struct maker *m, int i)
{
    if ((is(m, i, "==") && is(m, i + 1, "1")) ||
        (is(m, i, ">") && is(m, i + 1, "0")))
        slip_add(m, "remainder", i - 2, i + 1, "%% 2 != 0");
    if ((is(m, i, "!=") && is(m, i + 1, "1")) ||
        (is(m, i, "<") && is(m, i + 1, "1")))
        slip_add(m, "remainder", i - 2, i + 1, "%% 2 == 0");
}

/* x % 2 that is added or returned as it is. */
static void mend_sign_of_remainder(struct maker *m, int i)
{
    if (is(m, i, "%") && is(m, i + 1, "2") &&
        (is(m, i + 2, ";") || is(m, i + 2, ")")))
        slip_add(m, "sign of remainder", i, i + 1, "%% 2 != 0");
}

/* A bound: one more or one less. A division: of doubles, rounded up. A
 * product: of a larger type. */
static void mend_sign(struct maker *m, int i)
{
    int begin, end;

    if (!slip_ends_value(m, i - 1))
        return;
    /* The other way it is the same as <= for <, and so on. */
    if (is_one(m, i, bounds) && m->t[i + 1].kind != TOKEN_NUMBER) {
        end = slip_part_end(m, i + 1, sum_end);
        slip_add(m, "one more", i + 1, end, "%.*s %s",
                 slip_length(m, i + 1, end), slip_text(m, i + 1),
                 is(m, i, "<") || is(m, i, ">=") ? "- 1" : "+ 1");
    }
    if ((is(m, i, "==") || is(m, i, "!=")) && m->t[i + 1].kind == TOKEN_NUMBER)
        for (int k = 0; k < 2; k++)
            slip_add(m, "comparison", i, i, k ? "<=" : ">=");
    if (is(m, i, ">=") || is(m, i, "<="))
        slip_add(m, "comparison", i, i, "==");
    if ((is(m, i, ">") || is(m, i, "<")) && is(m, i + 1, "0"))
        slip_add(m, "comparison", i, i, "!=");
    if (is(m, i, "==") && is(m, i + 1, "-") && is(m, i + 2, "1"))
        slip_add(m, "comparison", i, i + 2, "!= 0");
    if (is(m, i - 2, "%") && is(m, i - 1, "2"))
        mend_remainder(m, i);
    mend_sign_of_remainder(m, i);
    if (is(m, i, "/") || is(m, i, "*")) {
        begin = slip_part_begin(m, i - 1, factor_end);
        end = slip_part_end(m, i + 1, factor_end);
        if (is(m, begin - 1, "*") || is(m, begin - 1, "/") || begin >= i)
            return;
        if (is(m, i, "*")) {
            if (m->t[begin].kind != TOKEN_NUMBER &&
                m->t[i + 1].kind != TOKEN_NUMBER && !is(m, i + 1, "sizeof") &&
                !is(m, begin, "sizeof"))
                slip_add(m, "product", begin, end, "1LL * %.*s",
                         slip_length(m, begin, end), slip_text(m, begin));
            return;
        }
        if (!of_whole_numbers(m, i))
            slip_add(m, "whole numbers", begin, end, "1.0 * %.*s",
                     slip_length(m, begin, end), slip_text(m, begin));
        else
            slip_add(m, "rounded down", begin, end, "(%.*s + 1)",
                     slip_length(m, begin, end), slip_text(m, begin));
        if (!has_words(m, begin, i, "-", "1"))
            slip_add(m, "rounded down", begin, end,
                     "((%.*s + (%.*s) - 1) / (%.*s))",
                     slip_length(m, begin, i - 1), slip_text(m, begin),
                     slip_length(m, i + 1, end), slip_text(m, i + 1),
                     slip_length(m, i + 1, end), slip_text(m, i + 1));
    }
}

/* Functions that want bytes, and which of their arguments these are. */
static const struct {
    const char *name;
    int argument[3]; /* from 1; 0: no more */
} of_bytes[] = {
    {"malloc", {1}},          {"realloc", {2}},
    {"memcpy", {3}},          {"memset", {3}},
    {"cudaMalloc", {2}},      {"cudaMallocHost", {2}},
    {"cudaMemcpy", {3}},      {"cudaMemcpyAsync", {3}},
    {"cudaMemset", {3}},      {"cudaMemsetAsync", {3}},
    {"cudaMallocPitch", {3}}, {"cudaMemcpy2D", {2, 4, 5}},
    {"cudaMemset2D", {2, 4}}, {NULL, {0}},
};

/* The argument k, words begin..end, of the call with m->t[open]. */
static void mend_size(struct maker *m, int open, int k, int begin, int end)
{
    int to = slip_part_end(m, open + 1, slip_comma); /* the memory */
    int first = is(m, open + 1, "&") ? open + 2 : open + 1;

    if (is(m, begin, "&"))
        return;
    if (k > 1) {
        slip_add(m, "bytes", begin, end, "(%.*s) * sizeof *(%.*s)",
                 slip_length(m, begin, end), slip_text(m, begin),
                 slip_length(m, first, to), slip_text(m, first));
        return;
    }
    slip_add(m, "bytes", begin, end, "(%.*s) * sizeof(float)",
             slip_length(m, begin, end), slip_text(m, begin));
    slip_add(m, "bytes", begin, end, "(%.*s) * sizeof(double)",
             slip_length(m, begin, end), slip_text(m, begin));
}

static void mend_bytes(struct maker *m, int i)
{
    int close = m->t[i].match, which = 0, argument = 1;
    bool launch = is(m, i, "<<<");

    while (of_bytes[which].name && !is(m, i - 1, of_bytes[which].name))
        which++;
    if (!launch && (!is(m, i, "(") || !of_bytes[which].name))
        return;
    for (int k = i + 1; k < close; argument++) {
        int end = slip_part_end(m, k, slip_comma);

        if (launch && argument == 3)
            mend_size(m, i, 1, k, end);
        for (int a = 0; a < 3 && !launch && end < close; a++)
            if (of_bytes[which].argument[a] == argument)
                mend_size(m, i, argument, k, end);
        k = end + 2;
    }
}

static const struct swap other_words[] = {
    {"larger type", "int", {"long long"}},
    {"larger type", "unsigned", {"unsigned long long"}},
    {"larger type", "float", {"double"}},
    {"larger type", "short", {"int"}},
    {"larger type", "char", {"int", "unsigned char"}},
    {"larger type", "int16_t", {"int32_t"}},
    {"larger type", "uint16_t", {"uint32_t"}},
    {"larger type", "uint8_t", {"uint32_t"}},
    {"larger type", "int8_t", {"int32_t"}},
    {"larger type", "int32_t", {"int64_t"}},
    {"fractions", "int", {"float", "double"}},
    {"larger type", "uint32_t", {"uint64_t"}},
    {"wrong function", "atomicAdd_block", {"atomicAdd"}},
    {"wrong function", "atomicMax_block", {"atomicMax"}},
    {"wrong function", "lround", {"floor"}},
    {"wrong function", "llround", {"floor"}},
    {"wrong function", "lrint", {"floor"}},
    {"wrong function", "round", {"floor"}},
    {"wrong function", "rint", {"floor"}},
    {"wrong function", "ceil", {"floor"}},
    {"wrong function", "ceilf", {"floorf"}},
    {"wrong function", "floor", {"ceil"}},
    {"wrong function", "floorf", {"ceilf"}},
    {"wrong function", "break", {"continue"}},
    {"wrong function", "continue", {"break"}},
    {"index exchanged", "blockDim", {"blockIdx"}},
    {"index exchanged", "blockIdx", {"blockDim"}},
    {"wrong constant", "cudaMemcpyHostToDevice", {"cudaMemcpyDeviceToDevice"}},
    {"wrong constant", "cudaMemcpyDeviceToHost", {"cudaMemcpyDeviceToDevice"}},
    {"wrong constant", "cudaMemcpyDeviceToDevice", {"cudaMemcpyHostToDevice"}},
    {NULL, NULL, {NULL}},
};

/* Is the type at i that of a variable in a function, or of an array there? */
static bool is_scalar(const struct maker *m, int i)
{
    return m->t[i].inner && slip_is_name(m, i + 1) && !slip_is_name(m, i - 1) &&
           !is(m, i - 2, "for");
}

static void mend_word(struct maker *m, int i)
{
    for (const struct swap *s = other_words; s->slip; s++)
        if (is(m, i, s->from) &&
            ((strcmp(s->slip, "larger type") && strcmp(s->slip, "fractions")) ||
             is_scalar(m, i)))
            for (int k = 0; k < 3 && s->to[k]; k++)
                slip_add(m, s->slip, i, i, "%s", s->to[k]);
    /* The first bit is number 1, and lane 0. */
    if (is(m, i, "__ffs") && is(m, i + 1, "(") && m->t[i + 1].match > i &&
        !is(m, m->t[i + 1].match + 1, "-"))
        slip_add(m, "counted from one", i, m->t[i + 1].match, "(%.*s - 1)",
                 slip_length(m, i, m->t[i + 1].match), slip_text(m, i));
    if (is(m, i, "malloc") && is(m, i + 1, "("))
        slip_add(m, "not set", i, i + 1, "calloc(1, ");
    if (is(m, i, "sizeof") && is(m, i + 1, "(") && slip_is_name(m, i + 2) &&
        is(m, i + 3, ")"))
        slip_add(m, "size of pointer", i, i + 3, "sizeof(*%.*s)",
                 slip_length(m, i + 2, i + 2), slip_text(m, i + 2));
    if (is(m, i, "sizeof") && slip_is_name(m, i + 1))
        slip_add(m, "size of pointer", i, i + 1, "sizeof *%.*s",
                 slip_length(m, i + 1, i + 1), slip_text(m, i + 1));
    if (((is(m, i, "blockDim") && !is(m, i - 1, "*") && !is(m, i + 3, "*")) ||
         (is(m, i, "threadIdx") && !around(m, i, "blockIdx"))) &&
        is(m, i + 1, ".")) {
        char axis = *slip_text(m, i + 2);
        bool step = is(m, i, "blockDim");

        slip_add(m, "of one block", i, i + 2,
                 step ? "(blockDim.%c * gridDim.%c)"
                      : "(threadIdx.%c + blockIdx.%c * blockDim.%c)",
                 axis, axis, axis);
    }
}

/* a[i * n + j]: the two names exchanged. Likewise in dim3(...), and in a
 * condition of two parts. */
static void mend_index(struct maker *m, int i)
{
    int close = m->t[i].match;

    for (int a = i + 1; a < close; a++)
        for (int b = a + 1; b < close; b++) {
            int n = m->out->n;

            if (slip_is_name(m, a) && slip_is_name(m, b) &&
                !is(m, a + 1, "(") && !is(m, b + 1, "(") &&
                !is(m, a - 1, ".") && !is(m, b - 1, ".") &&
                !is(m, a + 1, ".") && !is(m, b + 1, ".") &&
                !(b == a + 2 && is(m, a + 1, "+")))
                slip_exchange(m, "order in index", a, a, b, b);
            if (m->out->n > n && !is(m, i, "[")) { /* brackets in between */
                m->out->mutant[n].named = m->t[i + 1].at;
                m->out->mutant[n].named_length =
                    (size_t)slip_length(m, i + 1, close - 1);
            }
        }
}

/* if (a && b) */
static bool is_two_parts(const struct maker *m, int open)
{
    for (int i = open; i < m->t[open].match && is(m, open - 1, "if"); i++)
        if (is(m, i, "&&") || is(m, i, "||"))
            return true;
    return false;
}

static void mend_condition(struct maker *m, int i)
{
    int close = m->t[i + 1].match;

    if (!(is(m, i, "if") || is(m, i, "while")) || !is(m, i + 1, "("))
        return;
    slip_add(m, "turned", i + 2, close - 1, "!(%.*s)",
             slip_length(m, i + 2, close - 1), slip_text(m, i + 2));
    if (is(m, i, "if") && around(m, i, "threadIdx") && around(m, i, "blockIdx"))
        slip_add(m, "in each block", i + 2, close - 1,
                 "blockIdx.x == 0 && (%.*s)", slip_length(m, i + 2, close - 1),
                 slip_text(m, i + 2));
}

/* A number: twice, half, or the powers of 2 beside it; without its f. */
static void mend_number(struct maker *m, int i)
{
    const char *digits = slip_text(m, i);
    int n = slip_length(m, i, i);
    unsigned long long value, power = 1;
    char *end;

    if (memchr(digits, '.', (size_t)n)) {
        if (digits[n - 1] == 'f' && n > 2)
            slip_add(m, "digits of a float", i, i, "%.*s", n - 1, digits);
        return;
    }
    value = strtoull(digits, &end, 0);
    n -= (int)(end - digits);
    if (value < 4 || value > 1 << 20 || *digits == '0' || n < 0)
        return;
    while (2 * power < value)
        power *= 2;
    slip_add(m, "constant", i, i, "%llu%.*s", power, n, end);
    slip_add(m, "constant", i, i, "%llu%.*s",
             2 * power == value ? 2 * value : 2 * power, n, end);
}

/* int d = a - b, where the difference is too large. */
static void mend_declared(struct maker *m, int i)
{
    int end;

    if (!is(m, i, "int") || !is_scalar(m, i) || !is(m, i + 2, "="))
        return;
    end = slip_part_end(m, i + 3, slip_comma);
    for (int k = i + 4; k < end; k++)
        if ((is(m, k, "-") || is(m, k, "+") || is(m, k, "*")) &&
            slip_ends_value(m, k - 1) && !is(m, i + 3, "(")) {
            slip_add(m, "difference", i, end, "long long %.*s = 1LL * %.*s",
                     slip_length(m, i + 1, i + 1), slip_text(m, i + 1),
                     slip_length(m, i + 3, end), slip_text(m, i + 3));
            return;
        }
}

/* int x = a / b, where the fraction counts. */
static void mend_quotient(struct maker *m, int i)
{
    int end;

    if (!is(m, i, "int") || !is_scalar(m, i) || !is(m, i + 2, "="))
        return;
    end = slip_part_end(m, i + 3, slip_comma);
    for (int k = i + 4; k < end; k++)
        if (is(m, k, "/")) {
            slip_add(m, "fraction lost", i, end, "double %.*s = 1.0 * %.*s",
                     slip_length(m, i + 1, i + 1), slip_text(m, i + 1),
                     slip_length(m, i + 3, end), slip_text(m, i + 3));
            return;
        }
}

/* Bytes that are put together, with all the bits of a number below 0. */
static void mend_conversion(struct maker *m, int i)
{
    static const char *const wide[] = {"unsigned", "uint32_t", "int", NULL};

    if (is(m, i, "(") && is_one(m, i + 1, wide) && is(m, i + 2, ")") &&
        around(m, i, "<<"))
        slip_add(m, "conversion", i, i + 2, "(unsigned char)");
}

/* Behind a case without break. */
static void mend_case(struct maker *m, int i)
{
    static const char *const leaves[] = {"break",  "return", "continue", "goto",
                                         "switch", "case",   NULL};
    int last = i - 2;

    if (!(is(m, i, "case") || is(m, i, "default")) || !is(m, i - 1, ";"))
        return;
    while (last > 0 && !is(m, last, ";") && !is(m, last, "{") &&
           !is(m, last, "}") && !is(m, last, ":") && !is(m, last, ")"))
        last--;
    if (is(m, last, ")") || !is_one(m, last + 1, leaves))
        slip_bytes(m, "goes on", m->t[i].line, m->t[i].at, 0,
                   slip_print("break; "));
}

/* How many threads were asked for, where it matters how many came. */
static void mend_team(struct maker *m, int i)
{
    static const char *const names[] = {"threads", "n_threads", "nthreads",
                                        "num_threads", NULL};

    if (is_one(m, i, names) && m->t[i].inner && !is(m, i + 1, "(") &&
        !is(m, i + 1, "=") && !is_one(m, i - 1, slip_types) &&
        around(m, i, "parallel"))
        slip_add(m, "team", i, i, "omp_get_num_threads()");
}

static void mend_pragma(struct maker *m, int i)
{
    bool parallel = false, asked = false;
    int last = i;

    if (is(m, i, "omp_priv") && is(m, i + 1, "=") && is(m, i + 2, "omp_orig"))
        slip_add(m, "initializer", i, i + 2, "omp_priv = {0}");

    if (!m->t[i].first || !is(m, i + 1, "omp"))
        return;
    for (int k = i;
         k < m->n && m->t[k].place == PRAGMA && (k == i || !m->t[k].first);
         k++) {
        parallel = parallel || is(m, k, "parallel");
        asked = asked || is(m, k, "num_threads");
        last = k;
        if (is(m, k, "single") || is(m, k, "master"))
            slip_add(m, "directive", k, k, "critical");
        if (is(m, k, "private"))
            slip_add(m, "clause", k, k, "firstprivate");
        if (is(m, k, "firstprivate"))
            slip_add(m, "clause", k, k, "lastprivate");
    }
    if (parallel && !asked)
        slip_add(m, "threads not asked for", i + 1, last,
                 "%.*s num_threads(threads)", slip_length(m, i + 1, last),
                 slip_text(m, i + 1));
    if (!parallel && is(m, i + 2, "for") && !around(m, i, "parallel"))
        slip_add(m, "no team", i + 1, i + 2, "omp parallel for");
}

/* ---- names -------------------------------------------------------------- */

#define NAMES 64

/* Names that a function declares, its parameters too, those of one kind of
 * type with the same letter. */
struct declared {
    int at[NAMES];
    char kind[NAMES];
    int n;
};

/* f: floating point, i: whole numbers, else 0. */
static char type_letter(const struct maker *m, int i)
{
    static const char *const real[] = {"float", "double", NULL};
    static const char *const other[] = {
        "const",  "static",      "struct", "__shared__", "volatile",
        "extern", "void",        "dim3",   "enum",       "union",
        "auto",   "cudaError_t", NULL};

    if (is_one(m, i, real))
        return 'f';
    return is_one(m, i, slip_types) && !is_one(m, i, other) ? 'i' : 0;
}

static void find_names(const struct maker *m, int from, int to,
                       struct declared *d)
{
    char type = 0;
    int depth = 0;

    d->n = 0;
    for (int i = from; i <= to && d->n < NAMES; i++) {
        char letter = type_letter(m, i);
        bool pointer = is(m, i - 1, "*");

        depth += is(m, i, "(") - is(m, i, ")");
        if (letter)
            type = letter;
        else if (is(m, i, ";") || is(m, i, "{") || is(m, i, "}") ||
                 is(m, i, ")"))
            type = 0;
        if (!type || !slip_is_name(m, i) ||
            !(type_letter(m, i - 1) || is(m, i - 1, ",") || pointer))
            continue;
        if (pointer && !(type_letter(m, i - 2) || is(m, i - 2, "const") ||
                         is(m, i - 2, ",")))
            continue;
        d->at[d->n] = i;
        d->kind[d->n++] = pointer || is(m, i + 1, "[")
                              ? (char)toupper((unsigned char)type)
                              : type;
    }
}

/* The last word for which the name declared at i stands: of the loop, if it is
 * declared in its brackets; else of the block, or the function. */
static int scope_end(const struct maker *m, int i, int to)
{
    for (int k = i; k < to; k++) {
        bool opens = is(m, k, "(") || is(m, k, "[") || is(m, k, "{");
        int first = m->t[k].match + 1;

        if (is(m, k, ")") && m->t[k].match < i) {
            int end = k + 1;

            while (!is(m, end, "{") && !is(m, end, ";") && end < to)
                end = m->t[end].match > end ? m->t[end].match + 1 : end + 1;
            return is(m, end, "{") ? m->t[end].match : end;
        }
        if (is(m, k, "}") && m->t[k].match < i)
            return k;
        if (opens && first > k)
            k = first - 1;
    }
    return to;
}

/* In `for (int i = 0; i < n; i++)`: is it i? */
static bool is_counter(const struct maker *m, int i)
{
    return is(m, i + 1, "<") || is(m, i + 1, "<=") || is(m, i + 1, "++") ||
           is(m, i + 1, "+=") || is(m, i - 1, "++");
}

/* Each use of a name, by each other of its kind. */
static void mend_names(struct maker *m, int from, int body, int to)
{
    struct declared d;
    int loop = -1;

    find_names(m, from, to, &d);
    for (int i = body; i < to; i++) {
        char kind = 0;
        int at = 0;

        if (is(m, i, "for") && is(m, i + 1, "("))
            loop = m->t[i + 1].match;
        if (i <= loop && is_counter(m, i))
            continue;
        if (!slip_is_name(m, i) || is(m, i - 1, ".") || is(m, i - 1, "->") ||
            m->t[i].place != CODE)
            continue;
        for (int k = 0; k < d.n; k++)
            if (d.at[k] == i)
                kind = 0, k = d.n; /* declared here */
            else if (slip_same(m, i, i, d.at[k], d.at[k]))
                kind = d.kind[k], at = d.at[k];
        for (int k = 0; k < d.n && kind; k++)
            if (d.kind[k] == kind && d.at[k] < i &&
                i <= scope_end(m, d.at[k], to) &&
                !slip_same(m, i, i, d.at[k], d.at[k]))
                slip_add(m,
                         (d.at[k] < body) == (at < body)
                             ? "another name"
                             : "name of another sort",
                         i, i, "%.*s", slip_length(m, d.at[k], d.at[k]),
                         slip_text(m, d.at[k]));
    }
}

/* ---- statements --------------------------------------------------------- */

/* `type x = 0;` or `x = 0;` before a loop: within it as well. The word behind
 * `=` is at i + 1; to is the end of the block it is in. */
static void mend_beginning(struct maker *m, int i, int to)
{
    int end = i + 1;

    while (end < to && !is(m, end, ";") && !is(m, end, ","))
        end = m->t[end].match > end ? m->t[end].match + 1 : end + 1;
    for (int k = end; k < to; k++) {
        int body;

        if (!is(m, k, "for") && !is(m, k, "while"))
            continue;
        body = m->t[k + 1].match + 1;
        if (is(m, body, "{") && m->t[k].place == CODE)
            slip_bytes(m, "begins anew", m->t[i].line, m->t[body].at + 1, 0,
                       slip_print("%.*s = %.*s;", slip_length(m, i - 1, i - 1),
                                  slip_text(m, i - 1),
                                  slip_length(m, i + 1, end - 1),
                                  slip_text(m, i + 1)));
    }
}

/* *p += 1, *p |= 1, (*p)++ or p[0] += 1 and so on, for the parameter p. */
static bool adds_to(const struct maker *m, int i, int p)
{
    static const char *const adds[] = {"+=", "|=", "++", NULL};
    bool bracket = is(m, i - 2, "(") && is(m, i + 1, ")");
    bool first = is(m, i + 1, "[") && is(m, i + 2, "0") && is(m, i + 3, "]");

    return slip_same(m, i, i, p, p) &&
           ((is(m, i - 1, "*") && is_one(m, i + (bracket ? 2 : 1), adds)) ||
            (first && is_one(m, i + 4, adds)));
}

/* A variable of the function's that is declared without a value, and added to
 * before it is set. */
static void mend_no_value(struct maker *m, int i, int to)
{
    static const char *const adds[] = {
        "+=", "-=", "*=", "|=", "&=", "^=", "++", NULL};

    if (!slip_is_name(m, i) || !is_one(m, i - 1, slip_types) ||
        !(is(m, i + 1, ";") || is(m, i + 1, ",")) || m->t[i].place != CODE)
        return;
    for (int k = i + 2; k < to; k++) {
        if (!slip_same(m, k, k, i, i))
            continue;
        if (is_one(m, k + 1, adds))
            slip_add(m, "no value", i, i, "%.*s = 0", slip_length(m, i, i),
                     slip_text(m, i));
        if (is_one(m, k + 1, adds) || is(m, k + 1, "="))
            return;
    }
}

/* What a pointer points to is added to, and not set to 0 before. */
static void mend_not_cleared(struct maker *m, int from, int body, int to)
{
    for (int p = from; p < body; p++) {
        bool adds = false, sets = false;

        if (!is(m, p - 1, "*") || !slip_is_name(m, p) || is(m, p - 3, "const"))
            continue;
        for (int i = body; i < to; i++) {
            adds = adds || adds_to(m, i, p);
            sets = sets || (slip_same(m, i, i, p, p) && is(m, i - 1, "*") &&
                            is(m, i + 1, "="));
        }
        if (adds && !sets)
            slip_bytes(m, "not cleared", m->t[p].line, m->t[body].at + 1, 0,
                       slip_print("*%.*s = 0;", slip_length(m, p, p),
                                  slip_text(m, p)));
    }
}

/* a0 for a1, whatever they are. */
static void mend_sibling(struct maker *m, int body, int i, int to)
{
    size_t stem = m->t[i].length - 1;

    if (!slip_is_name(m, i) || is(m, i + 1, "(") || m->t[i].place != CODE ||
        !isdigit((unsigned char)slip_text(m, i)[stem]) || !stem)
        return;
    for (int k = body; k < to; k++) {
        bool again = false;

        if (!slip_is_name(m, k) || m->t[k].length != stem + 1 ||
            slip_same(m, k, k, i, i) ||
            memcmp(slip_text(m, k), slip_text(m, i), stem) != 0 ||
            !isdigit((unsigned char)slip_text(m, k)[stem]))
            continue;
        for (int before = body; before < k; before++)
            again = again || slip_same(m, before, before, k, k);
        if (!again)
            slip_add(m, "another name", i, i, "%.*s", slip_length(m, k, k),
                     slip_text(m, k));
    }
}

/* In a block: simple statements that stand beside each other, exchanged. */
static void mend_order(struct maker *m, int open)
{
    static const char *const controls[] = {"for", "while", "do",
                                           "if",  "else",  NULL};
    int close = m->t[open].match, last = -1, last_end = -1;

    for (int i = open + 1; i < close;) {
        int end = i;
        bool simple =
            m->t[i].place == CODE && !is(m, i, "{") && !is_one(m, i, controls);

        while (end < close && !is(m, end, ";") && !is(m, end, "{"))
            end = m->t[end].match > end ? m->t[end].match + 1 : end + 1;
        if (is(m, end, "{")) { /* a block, whatever is before it */
            simple = false;
            end = m->t[end].match;
        }
        if (simple && last >= 0)
            slip_exchange(m, "order", last, last_end, i, end);
        last = simple ? i : -1;
        last_end = end;
        i = end + 1;
    }
}

static void mend_function(struct maker *m, int from, int body)
{
    int to = m->t[body].match;

    mend_names(m, from, body, to);
    if (!is(m, from - 3, "__global__"))
        mend_not_cleared(m, from, body, to);
    for (int i = body; i < to; i++) {
        mend_sibling(m, body, i, to);
        if (is(m, i, "{"))
            mend_order(m, i);
        if (is(m, i, "=") && slip_is_name(m, i - 1))
            mend_beginning(m, i, to);
        mend_no_value(m, i, to);
    }
}

/* ---- all of it ---------------------------------------------------------- */

void mend_everywhere(struct maker *m)
{
    slip_everywhere(m);
    for (int i = 0; i < m->n; i++) {
        if (m->t[i].place == PRAGMA)
            mend_pragma(m, i);
        if (m->t[i].place != CODE && m->t[i].place != DEFINE)
            continue;
        if (is(m, i, "{") && is(m, i - 1, ")") && m->t[i].match > i &&
            !m->t[i - 1].inner)
            mend_function(m, m->t[i - 1].match, i);
        mend_sign(m, i);
        mend_word(m, i);
        mend_bytes(m, i);
        if (is(m, i, "[") ||
            (is(m, i, "(") && (is(m, i - 1, "dim3") || is(m, i - 2, "dim3") ||
                               is_two_parts(m, i))))
            mend_index(m, i);
        if (m->t[i].kind == TOKEN_NUMBER)
            mend_number(m, i);
        mend_team(m, i);
        mend_condition(m, i);
        mend_declared(m, i);
        mend_quotient(m, i);
        mend_conversion(m, i);
        mend_case(m, i);
    }
    mend_places(m);
}
