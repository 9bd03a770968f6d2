/*
 * moves.c - see mends.h. A statement that stands inside of a block and belongs
 * outside, or the other way round; and what is missing at one place and stands
 * at another of the same function: an index, a condition, a step, a factor,
 * what sets an array to 0.
 */
#include <stdlib.h>

#include "variants/mends.h"

#define PARTS 200 /* of one block */
#define PLACES 24 /* of one function */

/* ---- the statements of a block ------------------------------------------ */

/* A statement with its `;`, or what stands before a block with the block. An
 * `else` is one of its own. */
struct part {
    int lead;       /* first word, of the directives above it too */
    int begin, end; /* words */
    int open;       /* { of its block, or -1 */
    bool simple;    /* no control, no declaration */
};

static const char *const controls[] = {"for",  "while",  "do", "if",
                                       "else", "switch", NULL};
static const char *const leaves[] = {"return",  "break", "continue", "goto",
                                     "default", "case",  NULL};

static int parts_of(const struct maker *m, int open, struct part *p)
{
    int close = m->t[open].match, n = 0, lead = -1;

    for (int i = open + 1; i < close && n < PARTS;) {
        int end = i;
        bool control = is_one(m, i, controls);

        if (m->t[i].place != CODE) {
            lead = lead < 0 ? i : lead;
            i++;
            continue;
        }
        while (end < close && !is(m, end, ";") &&
               !(is(m, end, "{") && !is(m, end - 1, "=")))
            end = m->t[end].match > end ? m->t[end].match + 1 : end + 1;
        p[n] = (struct part){lead < 0 ? i : lead, i, end, -1, false};
        lead = -1;
        if (is(m, end, "{")) {
            p[n].open = end;
            p[n].end = m->t[end].match;
        } else if (end > i) {
            p[n].simple = !control && !slip_declares(m, i) &&
                          !is(m, i, "static_assert") && !is(m, i, "extern");
        }
        i = p[n].end + 1;
        n++;
    }
    return n;
}

/* Where the first byte of the part is, that of a directive's # too. */
static size_t start_of(const struct maker *m, const struct part *p)
{
    size_t at = m->t[p->lead].at;

    if (p->lead != p->begin)
        while (at > 0 && m->text[at] != '#')
            at--;
    return at;
}

/* ---- inside and outside ------------------------------------------------- */

/* text[from, to) is put before, and words a..a_to behind, or the other way
 * round. */
static void turn(struct maker *m, const char *slip, size_t from, size_t to,
                 const struct part *moved, bool moved_first)
{
    size_t at = m->t[moved->begin].at, end = m->t[moved->end].at + 1;
    size_t first = at < from ? at : from, last = end > to ? end : to;
    char *instead =
        moved_first ? slip_print("%.*s %.*s", (int)(end - at), m->text + at,
                                 (int)(to - from), m->text + from)
                    : slip_print("%.*s %.*s", (int)(to - from), m->text + from,
                                 (int)(end - at), m->text + at);

    slip_named(m, slip, moved->begin, moved->end, first, last - first, instead);
}

/* What stands first and last in the block of part i, and beside it. */
static void move_at(struct maker *m, const struct part *p, int n, int i)
{
    static struct part q[PARTS];
    int inner = parts_of(m, p[i].open, q);
    size_t start = start_of(m, &p[i]);
    size_t open = m->t[p[i].open].at, close = m->t[p[i].end].at;
    bool is_else = is(m, p[i].begin, "else"), is_do = is(m, p[i].begin, "do");
    bool before_else = is(m, p[i].end + 1, "else");

    if (!is_one(m, p[i].begin, controls) || is(m, p[i].begin, "switch"))
        return;
    if (inner > 1 && q[inner - 1].simple && !before_else && !is_do &&
        !is_one(m, q[inner - 1].begin, leaves))
        turn(m, "inside", m->t[q[inner - 1].end].at + 1, close + 1,
             &q[inner - 1], false);
    if (inner > 1 && q[0].simple && !is_else)
        turn(m, "inside", start, m->t[q[0].begin].at, &q[0], true);
    if (i + 1 < n && p[i + 1].simple && p[i + 1].lead == p[i + 1].begin &&
        !is_do && !is_one(m, p[i + 1].begin, leaves))
        turn(m, "outside", close, m->t[p[i + 1].begin].at, &p[i + 1], true);
    if (i > 0 && p[i - 1].simple && !is_else)
        turn(m, "outside", start, open + 1, &p[i - 1], false);
}

/* for (...) a; b; where both should be in the loop. */
static void move_braces(struct maker *m, const struct part *p,
                        const struct part *next)
{
    int body = m->t[p->begin + 1].match + 1;

    if (!is(m, p->begin + 1, "(") || !next->simple || body > p->end ||
        is_one(m, next->begin, leaves) || is_one(m, body, controls))
        return;
    slip_named(m, "outside", next->begin, next->end, m->t[body].at,
               m->t[next->end].at + 1 - m->t[body].at,
               slip_print("{ %.*s }", slip_length(m, body, next->end),
                          slip_text(m, body)));
}

/* An `if` behind another one, whose condition may hold too. */
static void move_else(struct maker *m, const struct part *before,
                      const struct part *p)
{
    int last = before->end;

    while (last > before->begin && !is(m, last, ";"))
        last--;
    while (last > before->begin && !is(m, last - 1, ";") &&
           !is(m, last - 1, "{") && !is(m, last - 1, ")"))
        last--;
    if (is(m, before->begin, "if") && is(m, p->begin, "if") &&
        p->lead == p->begin && !is_one(m, last, leaves))
        slip_named(m, "no else", p->begin, m->t[p->begin + 1].match,
                   m->t[p->begin].at, 0, slip_print("else "));
}

/* `int x;` in a kernel, which each thread has for itself. */
static void move_declared(struct maker *m, const struct part *p)
{
    static const char *const no[] = {"static", "const",  "__shared__",
                                     "extern", "struct", NULL};
    int name = p->begin;

    if (p->open >= 0 || !slip_declares(m, p->begin) ||
        is_one(m, p->begin, no) || p->lead != p->begin)
        return;
    while (name < p->end && is_one(m, name, slip_types))
        name++;
    if (!slip_is_name(m, name) || slip_is_name(m, name + 1))
        return;
    for (int i = name; i < p->end; i++)
        if (is(m, i, "="))
            return;
    slip_named(m, "own", name, name, m->t[p->begin].at, 0,
               slip_print("__shared__ "));
}

static void move_in_block(struct maker *m, int open, bool kernel)
{
    struct part *p = malloc(PARTS * sizeof *p);
    int n = p ? parts_of(m, open, p) : 0;

    for (int i = 0; i < n; i++) {
        if (p[i].open >= 0)
            move_at(m, p, n, i);
        else if (i + 1 < n && is_one(m, p[i].begin, controls))
            move_braces(m, &p[i], &p[i + 1]);
        if (i > 0)
            move_else(m, &p[i - 1], &p[i]);
        if (kernel)
            move_declared(m, &p[i]);
    }
    free(p);
}

/* ---- as elsewhere in the function --------------------------------------- */

/* a[i] as a[k], where that stands too. */
static void move_index(struct maker *m, int body, int to)
{
    int at[PLACES], n = 0;

    for (int i = body; i < to && n < PLACES; i++)
        if (is(m, i, "[") && slip_is_name(m, i - 1) && m->t[i].match > i + 1 &&
            !is_one(m, i - 2, slip_types) && m->t[i].place == CODE)
            at[n++] = i;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            if (slip_same(m, at[a] - 1, at[a] - 1, at[b] - 1, at[b] - 1))
                slip_add(m, "other index", at[a] + 1, m->t[at[a]].match - 1,
                         "%.*s",
                         slip_length(m, at[b] + 1, m->t[at[b]].match - 1),
                         slip_text(m, at[b] + 1));
}

/* if (a), where another one asks (b), as well. */
static void move_condition(struct maker *m, int body, int to)
{
    int at[PLACES], n = 0;

    for (int i = body; i < to && n < PLACES; i++)
        if (is(m, i, "if") && is(m, i + 1, "(") && m->t[i].place == CODE)
            at[n++] = i + 1;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            int end = m->t[at[a]].match - 1, other = m->t[at[b]].match - 1;

            if (!slip_same(m, at[a] + 1, end, at[b] + 1, other))
                slip_add(
                    m, "asks too little", at[a] + 1, end, "(%.*s) && (%.*s)",
                    slip_length(m, at[a] + 1, end), slip_text(m, at[a] + 1),
                    slip_length(m, at[b] + 1, other), slip_text(m, at[b] + 1));
        }
}

/* The third part of the `for` whose ( is at open: of `i += step` the words of
 * step, and -1; of i++ and ++i all words, and that of i; else -2. */
static int step_of(const struct maker *m, int open, struct range *step)
{
    int close = m->t[open].match, last = close - 1;

    for (int i = open; i < close; i++)
        if (is(m, i, "+=")) {
            *step = (struct range){i + 1, last};
            return -1;
        }
    *step = (struct range){last - 1, last};
    if (!is(m, last - 2, ";"))
        return -2;
    return is(m, last, "++") ? last - 1 : is(m, last - 1, "++") ? last : -2;
}

static void add_step(struct maker *m, struct range old, int counter,
                     const char *step, int length)
{
    if (counter < 0)
        slip_add(m, "step", old.begin, old.end, "%.*s", length, step);
    else
        slip_add(m, "step", old.begin, old.end, "%.*s += %.*s",
                 slip_length(m, counter, counter), slip_text(m, counter),
                 length, step);
}

/* The step of a loop: 1, that of another one, or as far as there are threads.
 */
static void move_step(struct maker *m, int body, int to, bool kernel)
{
    static const char *const usual[] = {"blockDim.x",
                                        "(gridDim.x * blockDim.x)"};

    for (int i = body; i < to; i++) {
        struct range old, other;
        int counter;

        if (!is(m, i, "for") || !is(m, i + 1, "(") || m->t[i].place != CODE ||
            (counter = step_of(m, i + 1, &old)) == -2)
            continue;
        if (counter < 0)
            add_step(m, old, counter, "1", 1);
        for (int k = body; k < to; k++)
            if (k != i && is(m, k, "for") && is(m, k + 1, "(") &&
                step_of(m, k + 1, &other) == -1)
                add_step(m, old, counter, slip_text(m, other.begin),
                         slip_length(m, other.begin, other.end));
        for (size_t k = 0; k < 2 && kernel; k++)
            add_step(m, old, counter, usual[k], (int)strlen(usual[k]));
    }
}

/* ---- what sets to 0, again ---------------------------------------------- */

static const char *const clears[] = {"cudaMemset", "cudaMemsetAsync",
                                     "cudaMemset2D", NULL};

/* The first word of the statement that i is in. */
static int statement_begin(const struct maker *m, int i)
{
    while (i > 0 && !is(m, i - 1, ";") && !is(m, i - 1, "{") &&
           !is(m, i - 1, "}") && !is(m, i - 1, ")") &&
           m->t[i - 1].place == CODE)
        i--;
    return i;
}

/* The last name of words from..to, not in brackets: `count` of w->count[i]; or
 * -1. */
static int last_name(const struct maker *m, int from, int to)
{
    while (to > from && is(m, to, "]") && m->t[to].match > from)
        to = m->t[to].match - 1;
    return slip_is_name(m, to) ? to : -1;
}

/* The argument of the call at ( that is called the same; -1: none. */
static int same_argument(const struct maker *m, int open, int name, int *to)
{
    for (int k = open + 1; k < m->t[open].match; k = *to + 2) {
        int last;

        *to = slip_part_end(m, k, slip_comma);
        last = last_name(m, k, *to);
        if (last >= 0 && slip_same(m, last, last, name, name))
            return k;
    }
    return -1;
}

/* Before the launch at <<< what is cleared at k, or what is handed to the
 * launch under the same name, s[i].count for s->count. */
static void move_clear(struct maker *m, int launch, int begin, int k)
{
    int first_to = slip_part_end(m, k + 2, slip_comma), to = -1;
    int name = last_name(m, k + 2, first_to);
    int open = m->t[launch].match + 1, same;

    if (name < 0 || !is(m, open, "("))
        return;
    same = same_argument(m, open, name, &to);
    if (same < 0) {
        same = k + 2;
        to = first_to;
    }
    /* It need not have been allocated. */
    slip_named(m, "not again", k, m->t[k + 1].match, m->t[begin].at, 0,
               slip_print("if (%.*s) %.*s(%.*s%.*s; ", slip_length(m, same, to),
                          slip_text(m, same), slip_length(m, k, k),
                          slip_text(m, k), slip_length(m, same, to),
                          slip_text(m, same),
                          slip_length(m, first_to + 1, m->t[k + 1].match),
                          slip_text(m, first_to + 1)));
}

/* The first word of the loop around word i; -1: none. */
static int loop_around(const struct maker *m, int i)
{
    for (; i > 0 && m->t[i].inner; i--) {
        if (m->t[i].match >= 0 && m->t[i].match < i)
            i = m->t[i].match; /* what is closed before */
        else if (is(m, i, "{") && is(m, i - 1, ")") &&
                 (is(m, m->t[i - 1].match - 1, "for") ||
                  is(m, m->t[i - 1].match - 1, "while")))
            return m->t[i - 1].match - 1;
    }
    return -1;
}

/* Before each launch, and before the loops around it, each cudaMemset() of the
 * file. */
static void move_clears(struct maker *m)
{
    for (int i = 0; i < m->n; i++) {
        int begin;

        if (!is(m, i, "<<<") || !m->t[i].inner)
            continue;
        begin = statement_begin(m, i);
        for (int level = 0; level < 3 && begin > 0; level++) {
            bool alone = !is(m, begin - 1, ")") && /* if (...) launch */
                         m->t[begin - 1].place == CODE;

            for (int k = 0; k + 1 < m->n && alone; k++)
                if (is_one(m, k, clears) && is(m, k + 1, "(") &&
                    m->t[k + 1].match > k)
                    move_clear(m, i, begin, k);
            begin = loop_around(m, begin - 1);
        }
    }
}

/* ---- exchanged, too much, too little ------------------------------------- */

/* blockIdx.x, and the blockIdx.y that comes next. */
static void move_axes(struct maker *m, int body, int to)
{
    static const char *const places[] = {"blockIdx", "threadIdx", NULL};
    enum { NEAR = 40 }; /* words */

    for (int i = body; i + 2 < to; i++) {
        int n = m->out->n, k = i + 3;

        if (!is_one(m, i, places))
            continue;
        while (k + 2 < to && k < i + NEAR && !slip_same(m, i, i, k, k))
            k++;
        if (!slip_same(m, i, i + 1, k, k + 1))
            continue;
        slip_exchange(m, "x and y", i + 2, i + 2, k + 2, k + 2);
        if (m->out->n > n) {
            m->out->mutant[n].named = m->t[i].at;
            m->out->mutant[n].named_length = (size_t)slip_length(m, i, i + 2);
        }
    }
}

/* bool in = a && b; if (in), where only b is to be asked. */
static void move_parts(struct maker *m, int body, int to)
{
    static const char *const both[] = {"&&", NULL};

    for (int i = body; i + 3 < to; i++) {
        if (!is(m, i, "bool") || !slip_is_name(m, i + 1) || !is(m, i + 2, "="))
            continue;
        for (int begin = i + 3, end; begin < to; begin = end + 2) {
            end = slip_part_end(m, begin, both);
            if (begin == i + 3 && !is(m, end + 1, "&&"))
                break;
            for (int k = end + 1; k < to; k++)
                if (slip_same(m, k, k, i + 1, i + 1) && !is(m, k + 1, "="))
                    slip_add(m, "a part of it", k, k, "(%.*s)",
                             slip_length(m, begin, end), slip_text(m, begin));
            if (!is(m, end + 1, "&&"))
                break;
        }
    }
}

#define FACTORS 6

static bool is_cast(const struct maker *m, int i)
{
    return is(m, i, ")") && m->t[i].match >= 0 &&
           is_one(m, m->t[i].match + 1, slip_types);
}

/* What values are multiplied by in this file: `* cols`. */
static int find_factors(const struct maker *m, int *factor)
{
    int n = 0;

    for (int i = 2; i < m->n && n < FACTORS; i++) {
        bool again = false;

        if (!slip_is_name(m, i) || !is(m, i - 1, "*") ||
            !slip_ends_value(m, i - 2) || is_cast(m, i - 2) ||
            is(m, i - 3, "struct") || is(m, i + 1, ".") || is(m, i + 1, "(") ||
            is(m, i + 1, "["))
            continue;
        for (int k = 0; k < n; k++)
            again = again || slip_same(m, factor[k], factor[k], i, i);
        if (!again)
            factor[n++] = i;
    }
    return n;
}

/* i + j, where it is i * cols + j elsewhere. */
static void move_factors(struct maker *m)
{
    static const char *const opens[] = {"[", "(", ",", "=", NULL};
    static const char *const ends[] = {"]", ")", ",", ";", NULL};
    int factor[FACTORS], n = find_factors(m, factor);

    for (int i = 1; i < m->n; i++) {
        bool last = is(m, i - 1, "+") && is_one(m, i + 1, ends);
        bool first = is(m, i + 1, "+") && is_one(m, i - 1, opens);

        if (!m->t[i].inner || !slip_is_name(m, i) || (!first && !last))
            continue;
        for (int k = 0; k < n; k++)
            if (!slip_same(m, i, i, factor[k], factor[k]))
                slip_add(m, "factor missing", i, i, "%.*s * %.*s",
                         slip_length(m, i, i), slip_text(m, i),
                         slip_length(m, factor[k], factor[k]),
                         slip_text(m, factor[k]));
    }
}

/* ---- all of it ---------------------------------------------------------- */

static void move_in_function(struct maker *m, int from, int body)
{
    int to = m->t[body].match;
    bool kernel = false;

    for (int i = from; i >= 0 && i > from - 6; i--)
        kernel = kernel || is(m, i, "__global__");
    for (int i = body; i < to; i++)
        if (is(m, i, "{") && m->t[i].place == CODE && !is(m, i - 1, "="))
            move_in_block(m, i, kernel);
    move_index(m, body, to);
    move_condition(m, body, to);
    move_step(m, body, to, kernel);
    move_axes(m, body, to);
    move_parts(m, body, to);
}

void mend_places(struct maker *m)
{
    for (int i = 1; i < m->n; i++)
        if (is(m, i, "{") && is(m, i - 1, ")") && m->t[i].match > i &&
            m->t[i].place == CODE && !m->t[i - 1].inner)
            move_in_function(m, m->t[i - 1].match, i);
    move_clears(m);
    move_factors(m);
}
