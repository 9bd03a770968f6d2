/* repairs.c - see repairs.h. */
#define _GNU_SOURCE /* memmem() */
#include "variants/repairs.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "base/said.h"
#include "variants/mends.h"

/* ---- all kinds: how likely, and what is wrong then ---------------------- */

/* In the order in which they are tried. Kinds of mutants.h that are not here
 * mend nothing. In `what`, %s is the text that is changed. */
static const struct kind {
    const char *slip;
    int rank; /* those of one rank are tried in the order of the text */
    const char *what;
} kinds[] = {
    {"bound", 0, SAY(part_comparison)},
    {"one more", 0, SAY(part_off_by_one)},
    {"comparison", 2, SAY(part_comparison)},
    {"remainder", 0, SAY(part_never_true_for_negative)},
    {"sign of remainder", 0, SAY(part_remainder_minus_one)},
    {"team", 1, SAY(part_threads_requested_not_actual)},
    {"initializer", 0, SAY(part_initializer_keeps_old_value)},
    {"bytes", 0, SAY(part_not_byte_count)},
    {"size of pointer", 0, SAY(part_pointer_size)},
    {"not set", 0, SAY(part_result_never_set)},
    {"counted from one", 0, SAY(part_counts_from_one)},
    {"of one block", 0, SAY(part_block_not_grid)},
    {"no team", 0, SAY(part_parallel_missing)},
    {"rounded down", 1, SAY(part_division_rounds_down)},
    {"index exchanged", 1, SAY(part_wrong_one)},
    {"order in index", 2, SAY(part_order_inside)},
    {"arguments exchanged", 1, SAY(part_order)},
    {"exchanged", 4, SAY(part_order)},
    {"clause", 1, SAY(part_clause)},
    {"clause left out", 1, SAY(part_clause_superfluous)},
    {"directive", 1, SAY(part_wrong_directive)},
    {"whole numbers", 2, SAY(part_integer_division)},
    {"product", 2, SAY(part_overflows_type)},
    {"difference", 2, SAY(part_overflows_type)},
    {"fraction lost", 2, SAY(part_fraction_lost)},
    {"digits of a float", 1, SAY(part_float_precision)},
    {"goes on", 1, SAY(part_case_falls_through)},
    {"not cleared", 1, SAY(part_never_zeroed)},
    {"no value", 0, SAY(part_uninitialized_when_added)},
    {"in each block", 3, SAY(part_condition_in_each_block)},
    {"conversion", 3, SAY(part_conversion_keeps_bits)},
    {"threads not asked for", 1, SAY(part_num_threads_missing)},
    {"larger type", 2, SAY(part_type_too_small)},
    {"fractions", 3, SAY(part_type_without_fractions)},
    {"wrong constant", 2, SAY(part_wrong_one)},
    {"cast left out", 2, SAY(part_conversion_loses_value)},
    {"term left out", 2, SAY(part_superfluous)},
    {"index", 2, SAY(part_index_off_by_one)},
    {"constant", 2, SAY(part_constant)},
    {"inside", 2, SAY(part_misplaced_inside)},
    {"outside", 2, SAY(part_misplaced_outside)},
    {"no else", 3, SAY(part_else_missing)},
    {"own", 2, SAY(part_private_to_each_thread)},
    {"other index", 2, SAY(part_wrong_index)},
    {"asks too little", 3, SAY(part_condition_too_weak)},
    {"step", 2, SAY(part_wrong_step)},
    {"x and y", 1, SAY(part_exchanged_with_next)},
    {"a part of it", 2, SAY(part_too_strict)},
    {"factor missing", 2, SAY(part_factor_missing)},
    {"not again", 0, SAY(part_not_called_again)},
    {"begins anew", 2, SAY(part_not_reset_in_loop)},
    {"condition left out", 2, SAY(part_condition_too_strict)},
    {"another name", 3, SAY(part_wrong_variable)},
    {"name of another sort", 4, SAY(part_wrong_variable)},
    {"operator", 3, SAY(part_operator)},
    {"factor left out", 3, SAY(part_superfluous)},
    {"order", 3, SAY(part_order_of_statements)},
    {"turned", 3, SAY(part_condition_negated)},
    {"left out", 4, SAY(part_statement_superfluous)},
    {"wrong function", 4, SAY(part_wrong_function)},
    {"parentheses left out", 4, SAY(part_parentheses)},
    {"directive left out", 4, SAY(part_directive_superfluous)},
    {NULL, 0, NULL},
};

/* Ranks that are added ... */
#define GIVEN 3    /* ... for what the skeleton has as well */
#define UNCALLED 6 /* ... for functions that the wrong call does not reach */
#define EARLY 2    /* ... less, for a return that comes too early */
#define SELDOM 3   /* ... for what is seldom of its kind */
#define SHARED 1   /* ... for those that other calls reach, too */

static const struct kind *kind_of(const struct mutant *m)
{
    const struct kind *k = kinds;

    while (k->slip && strcmp(k->slip, m->slip))
        k++;
    return k->slip ? k : NULL;
}

bool repair_is_of_values(const struct mutant *m)
{
    static const char *const of_values[] = {
        "remainder", "sign of remainder", "whole numbers",
        "product",   "difference",        "larger type",
        "fractions", "conversion",        "digits of a float",
        "not set",   "cast left out",     "not cleared",
        "no value",  "fraction lost"};

    for (size_t i = 0; i < sizeof of_values / sizeof *of_values; i++)
        if (!strcmp(m->slip, of_values[i]))
            return true;
    return false;
}

void repair_name(const char *text, const struct mutant *m, char *what,
                 size_t size)
{
    char part[80];
    size_t n = 0;
    bool blank = false;

    /* Of an insertion: the name that begins what is put there. */
    const char *from = m->named_length ? text + m->named
                       : m->length     ? text + m->at
                                       : m->instead;
    size_t length = m->named_length ? m->named_length
                    : m->length     ? m->length
                                    : strcspn(m->instead, " ;");

    for (size_t i = 0; i < length && n < sizeof part - 4; i++) {
        bool space = isspace((unsigned char)from[i]);

        if (!space && blank && n)
            part[n++] = ' ';
        blank = space;
        if (!space)
            part[n++] = from[i];
        if (n == sizeof part - 4 && i + 1 < length)
            n += (size_t)sprintf(part + n, "...");
    }
    while (n && strchr(";(", part[n - 1]))
        n--;
    part[n] = 0;
    if (!strcmp(m->slip, "bound") && !strpbrk(part, "<>"))
        said_put(what, size, SAY(part_off_by_one), part);
    else if (!strcmp(m->slip, "index exchanged") && strstr(part, "]["))
        said_put(what, size, SAY(part_order_of_indices), part);
    else
        said_put(what, size, kind_of(m)->what, part);
}

/* ---- which functions the wrong call reaches ----------------------------- */

#define FUNCTIONS 64

struct functions {
    struct {
        int name, body, end;          /* words */
        bool called, reached, shared; /* by another, by the wrong call ... */
    } f[FUNCTIONS];
    int n;
};

/* Mark f and all that it calls, in `reached` or in `shared`. */
static void reach(const struct maker *m, struct functions *all, int f,
                  bool shared)
{
    bool *mark = shared ? &all->f[f].shared : &all->f[f].reached;

    if (*mark)
        return;
    *mark = true;
    for (int i = all->f[f].body; i < all->f[f].end; i++)
        for (int k = 0; k < all->n; k++)
            if (slip_same(m, i, i, all->f[k].name, all->f[k].name))
                reach(m, all, k, shared);
}

/* Is `name(` in the message? */
static bool is_named(const struct maker *m, int word, const char *message)
{
    size_t n = m->t[word].length;

    for (const char *p = message; (p = strchr(p, '(')); p++)
        if ((size_t)(p - message) >= n &&
            !memcmp(p - n, slip_text(m, word), n) &&
            ((size_t)(p - message) == n ||
             (!isalnum((unsigned char)p[-(long)n - 1]) &&
              p[-(long)n - 1] != '_')))
            return true;
    return false;
}

static void find_functions(const struct maker *m, const char *message,
                           struct functions *all)
{
    bool some = false;

    all->n = 0;
    for (int i = 1; i < m->n && all->n < FUNCTIONS; i++)
        if (is(m, i, "{") && is(m, i - 1, ")") && m->t[i].match > i &&
            !m->t[i - 1].inner && m->t[i - 1].match > 0) {
            memset(&all->f[all->n], 0, sizeof all->f[0]);
            all->f[all->n].name = m->t[i - 1].match - 1;
            all->f[all->n].body = i;
            all->f[all->n++].end = m->t[i].match;
        }
    for (int f = 0; f < all->n; f++)
        for (int i = all->f[f].body; i < all->f[f].end; i++)
            for (int k = 0; k < all->n; k++)
                if (k != f &&
                    slip_same(m, i, i, all->f[k].name, all->f[k].name))
                    all->f[k].called = true;
    for (int f = 0; f < all->n; f++)
        if (is_named(m, all->f[f].name, message)) {
            reach(m, all, f, false);
            some = true;
        }
    for (int f = 0; f < all->n; f++)
        if (!some)
            all->f[f].reached = true;
        else if (!all->f[f].called && !is_named(m, all->f[f].name, message))
            reach(m, all, f, true);
}

static int far_away(const struct maker *m, const struct functions *all,
                    size_t at)
{
    for (int f = 0; f < all->n; f++)
        if (at >= m->t[all->f[f].name].at && at <= m->t[all->f[f].end].at)
            return !all->f[f].reached ? UNCALLED
                   : all->f[f].shared ? SHARED
                                      : 0;
    return 0;
}

/* Does the function f call the one with this line? */
static bool calls_line(const struct maker *m, const struct functions *all,
                       int f, int line)
{
    for (int k = 0; k < all->n; k++)
        for (int i = all->f[f].body; i < all->f[f].end; i++)
            if (line >= m->t[all->f[k].name].line &&
                line <= m->t[all->f[k].end].line &&
                slip_same(m, i, i, all->f[k].name, all->f[k].name))
                return true;
    return false;
}

/* 1 in a function with one of the lines that findings name, or that calls it;
 * 2 very near. */
static int is_near(const struct maker *m, const struct functions *all,
                   size_t at, const int *line, int n)
{
    int near = 0, at_line = 1;

    for (size_t i = 0; i < at; i++)
        at_line += m->text[i] == '\n';
    for (int f = 0; f < all->n; f++) {
        const struct word *name = &m->t[all->f[f].name];
        const struct word *end = &m->t[all->f[f].end];

        if (at < name->at || at > end->at)
            continue;
        for (int i = 0; i < n; i++)
            if (line[i] >= name->line && line[i] <= end->line)
                near = near == 2 || abs(line[i] - at_line) <= 3 ? 2 : 1;
            else if (!near && calls_line(m, all, f, line[i]))
                near = 1;
    }
    return near;
}

/* ---- all of it ---------------------------------------------------------- */

/* Does a line of `given` say the same as this one, in more than a bracket? */
static bool was_given(const char *given, const char *text,
                      const struct mutant *m)
{
    size_t from = m->at, to = from;

    while (from > 0 && text[from - 1] != '\n')
        from--;
    while (text[to] && text[to] != '\n')
        to++;
    for (const char *p = given; p && *p; p = strchr(p, '\n')) {
        p += *p == '\n';
        if (!strncmp(p, text + from, to - from) &&
            (p[to - from] == '\n' || !p[to - from]))
            return true;
    }
    return false;
}

/* Whether text[at, at + length) has these words. */
static bool has(const char *text, const struct mutant *m, const char *words)
{
    return memmem(text + m->at, m->length, words, strlen(words)) != NULL;
}

/* < for >; bytes twice; an axis that nothing else in the file has; built-in
 * names, of which each index has some; what no compiler takes. */
static bool is_seldom(const char *text, const struct kind *k,
                      const struct mutant *m)
{
    const char *old = text + m->at;
    bool pointer = m->length > 2 && !strncmp(old, "d_", 2);

    if (!strcmp(k->slip, "bound"))
        return *m->instead != *old;
    if (!strcmp(k->slip, "bytes"))
        return has(text, m, "sizeof");
    if (!strcmp(k->slip, "arguments exchanged"))
        return (pointer && strncmp(m->instead, "d_", 2) != 0) ||
               !strncmp(m->instead, "sizeof", 6);
    if (!strcmp(k->slip, "index exchanged"))
        return !strncmp(m->instead, "blockIdx", 8) ||
               !strncmp(m->instead, "blockDim", 8) ||
               !strncmp(m->instead, "gridDim", 7) ||
               !strncmp(m->instead, "threadIdx", 9) ||
               (!strcmp(m->instead, "y") && !strstr(text, "Idx.y"));
    return false;
}

/* Sets no bytes, which is no mistake that anybody makes: it only undoes the
 * call. And what no compiler takes: an address for a number, a direction for
 * bytes. */
static bool is_senseless(const char *text, const struct kind *k,
                         const struct mutant *m)
{
    const char *old = text + m->at;

    return !strcmp(k->slip, "arguments exchanged") &&
           (strstr(m->before, "emset") || has(text, m, "cudaMemcpy") ||
            (*old == '&') != (*m->instead == '&') ||
            (strstr(m->before, "cudaM") && has(text, m, "sizeof")));
}

/* One name for another in an index: there are many of these. */
static bool is_a_name(const char *text, const struct kind *k,
                      const struct mutant *m)
{
    for (size_t i = 0; i < m->length; i++)
        if (!token_in_name(text[m->at + i]))
            return false;
    return !strcmp(k->slip, "index exchanged") && text[m->at - 1] != '.';
}

/* Where what is to blame begins. */
static size_t blamed(const struct mutant *m)
{
    return m->named_length ? m->named : m->at;
}

struct order {
    int rank;
    struct mutant mutant;
};

static int by_rank(const void *a, const void *b)
{
    const struct order *x = a, *y = b;

    if (x->rank != y->rank)
        return x->rank - y->rank;
    if (x->mutant.at != y->mutant.at)
        return x->mutant.at < y->mutant.at ? -1 : 1;
    return strcmp(x->mutant.instead, y->mutant.instead);
}

/* The more there are of one kind, the less likely is each. Those of a rank wait
 * for those of the next ones the longer, the more of their kind come before
 * them: a kind with a few does not stand behind hundreds of another one. */
static void thin_out(struct order *order, int n)
{
    enum { FEW = 8, KINDS = sizeof kinds / sizeof *kinds };
    int seen[KINDS], rank = INT_MIN;

    qsort(order, (size_t)n, sizeof *order, by_rank);
    for (int i = 0; i < n; i++) {
        int *before = &seen[kind_of(&order[i].mutant) - kinds];

        if (order[i].rank != rank)
            memset(seen, 0, sizeof seen);
        rank = order[i].rank;
        order[i].rank = 2 * rank;
        for (int k = (*before)++; k >= FEW; k = (k - FEW) / 2)
            order[i].rank++;
    }
    qsort(order, (size_t)n, sizeof *order, by_rank);
}

/* What a message says can have few causes. */
static bool fits_message(const char *message, const struct kind *k)
{
    static const struct {
        const char *sentence, *slip;
    } fits[] = {{SAY(multiple_of_expected), "in each block"},
                {SAY(elements_repeated_some), "in each block"},
                {SAY(input_lost_and_duplicated), "in each block"},
                {SAY(repeated_read_at_edges), "in each block"},
                {SAY(devices_unevenly_loaded), "product"},
                {SAY(devices_unevenly_loaded), "whole numbers"}};

    for (size_t i = 0; i < sizeof fits / sizeof *fits; i++)
        if (said_find(message, fits[i].sentence) &&
            !strcmp(k->slip, fits[i].slip))
            return true;
    return false;
}

static void forget(struct mutant *m)
{
    free(m->instead);
    free(m->before);
    free(m->after);
}

/* In their order; of those that make the same text the first. */
static void take_each_once(struct order *order, struct mutants *out)
{
    int n = 0;

    for (int i = 0; i < out->n; i++) {
        struct mutant *m = &order[i].mutant;
        bool again = false;

        for (int k = 0; k < n && !again; k++)
            again = out->mutant[k].at == m->at &&
                    out->mutant[k].length == m->length &&
                    !strcmp(out->mutant[k].instead, m->instead);
        if (again)
            forget(m);
        else
            out->mutant[n++] = *m;
    }
    out->n = n;
}

void repairs_make(const char *text, const char *given, const char *message,
                  const int *line, int n_lines, struct mutants *out)
{
    struct mutants all = {0};
    struct maker m = {.text = text, .out = &all};
    struct functions functions;
    struct order *order;
    char words[4096];

    said_english(message, words, sizeof words);
    slip_read(&m);
    mend_everywhere(&m);
    find_functions(&m, words, &functions);
    order = must(malloc((size_t)(all.n + 1) * sizeof *order));
    out->n = 0;
    out->mutant = must(malloc((size_t)(all.n + 1) * sizeof *out->mutant));
    for (int i = 0; i < all.n; i++) {
        const struct kind *k = kind_of(&all.mutant[i]);

        if (k && !is_senseless(text, k, &all.mutant[i])) {
            order[out->n].rank =
                k->rank + far_away(&m, &functions, blamed(&all.mutant[i]));
            if (is_seldom(text, k, &all.mutant[i]))
                order[out->n].rank += SELDOM;
            order[out->n].rank += is_a_name(text, k, &all.mutant[i]);
            if (strstr(all.mutant[i].before, "emset(") &&
                !strcmp(k->slip, "left out"))
                order[out->n].rank = 0; /* what was there is lost */
            order[out->n].rank -=
                is_near(&m, &functions, blamed(&all.mutant[i]), line, n_lines);
            if (!strcmp(k->slip, "left out") &&
                !strncmp(text + all.mutant[i].at, "return", 6))
                order[out->n].rank -= EARLY;
            if (fits_message(message, k))
                order[out->n].rank = 0;
            if (was_given(given, text, &all.mutant[i]))
                order[out->n].rank += GIVEN;
            order[out->n++].mutant = all.mutant[i];
        } else {
            forget(&all.mutant[i]);
        }
    }
    thin_out(order, out->n);
    take_each_once(order, out);
    free(order);
    free(all.mutant);
    slip_free(&m);
}
