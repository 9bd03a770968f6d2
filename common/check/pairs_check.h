/*
 * pairs_check.h - what the labs whose answer is a list of pairs (52 and 53)
 * look at: that all pairs are there that are found, and no others, each once,
 * with its dot; that they are counted; and that nothing is written behind them.
 * A lab's check.c includes its own header first, which has struct pair, and
 * says what the two out-buffers are called in its contract, PAIRS_ARE "d_pair",
 * COUNT_IS "*d_count", and of which type the latter is, COUNT.
 */
#ifndef COMMON_PAIRS_CHECK_H
#define COMMON_PAIRS_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/check/pairs_data.h"

/* The buffers of a call, and what has to come out. */
struct matrix {
    int n;
    signed char *rank; /* n rows of 32 bytes, to be read */
    int *power;        /* n, likewise */
    struct pair *pair; /* room for `most`, to be written */
    long long most;
    COUNT *count;
    char *wanted; /* n * n: 1 for a pair that is to be found */
    long long found;
    char name[120];
};

enum { ENOUGH = -1 }; /* room for all that are found and some more */

static char *of_pair(const struct matrix *m, int row, int col)
{
    return &m->wanted[(size_t)row * (size_t)m->n + (size_t)col];
}

/* Only the first n rows of m, which has as many or more. */
static void want_pairs(struct matrix *m, int n)
{
    m->n = n;
    m->found = 0;
    memset(m->wanted, 0, (size_t)n * (size_t)n);
    for (int row = 0; row < n; row++)
        for (int col = row + 1; col < n; col++)
            if (is_found(m->rank, m->power, row, col)) {
                *of_pair(m, row, col) = 1;
                m->found++;
            }
}

/* Begins with judge_clear(). most: room for so many pairs, or ENOUGH. Free with
 * free_matrix(). */
static struct matrix make_matrix(int n, enum data data, long long most)
{
    struct matrix m;

    judge_clear();
    m = (struct matrix){
        .rank = judge_in((size_t)n * RANK_ROW),
        .power = judge_in((size_t)n * sizeof *m.power),
        .wanted = malloc((size_t)n * (size_t)n + 1),
    };

    ck_assert_msg(m.wanted != NULL, "no memory");
    said_put(m.name, sizeof m.name, _("n = %d (%s)"), n, data_name(data));
    write_ranked(n, data, m.rank, m.power);
    want_pairs(&m, n);
    m.most = most == ENOUGH ? m.found + 5 : most;
    m.pair = judge_out((size_t)m.most * sizeof *m.pair);
    m.count = judge_out(sizeof *m.count);
    return m;
}

static void free_matrix(struct matrix *m)
{
    free(m->wanted);
}

/* Whether nobody has written it since judge_out() or judge_poison(). */
static bool untouched(struct pair pair)
{
    unsigned char bytes[sizeof pair];

    memcpy(bytes, &pair, sizeof pair);
    for (size_t i = 0; i < sizeof pair; i++)
        if (bytes[i] != 0xA5)
            return false;
    return true;
}

/* The lower 32 bits of a product, as an int has them. */
static long long in_int(long long a, long long b)
{
    return (int)(unsigned)((unsigned long long)a * (unsigned long long)b);
}

/* " ...": where just so many pairs are counted as if one side of the rule were
 * worked out as an int; "". Of few rows that could be by chance. */
static const char *as_if_in_int(const struct matrix *m)
{
    enum { SIDES = 3 };
    static const char *const side[SIDES] = {"26224641 * power * power",
                                            "dot * dot * 201224641",
                                            "each side of the rule"};
    static char said[200];
    long long counted[SIDES] = {0};

    *said = '\0';
    for (int row = 0; row < m->n && m->n > 9; row++)
        for (int col = row + 1; col < m->n; col++) {
            const long long dot = dot_of_rows(m->rank, row, col),
                            p = m->power[row], q = m->power[col],
                            left = dot * dot * 201224641,
                            right = 26224641 * p * q,
                            small = in_int(dot * dot, 201224641),
                            other = in_int(26224641, p * q);

            if (p == 0 || q == 0)
                continue;
            counted[0] += left >= other;
            counted[1] += small >= right;
            counted[2] += small >= other;
        }
    for (int i = 0; i < SIDES && !*said; i++)
        if (counted[i] == (long long)*m->count && counted[i] != m->found)
            said_put(said, sizeof said,
                     _(". As many are counted as if %s were worked out as an "
                       "int, and it has more than 32 bits: make one factor "
                       "long long"),
                     side[i]);
    return said;
}

/* full: more are found than there is room for; of: the case, for the student */
static void expect_pair(struct matrix *m, long long k, bool full,
                        const char *of)
{
    const struct pair got = m->pair[k];
    int dot;

    if (untouched(got))
        judge_fail(_("%s[%lld] for %s: nobody has written it, though so many "
                     "are counted.%s"),
                   PAIRS_ARE, k, of,
                   full ? _(" More pairs are found than there is room for, and "
                            "then each place that there is has to be filled: "
                            "it is for each pair by itself to see whether it "
                            "has a place.")
                        : "");
    if (got.row < 0 || got.row >= m->n || got.col < 0 || got.col >= m->n)
        judge_fail(_("%s[%lld] for %s: row %d, col %d, and there are rows 0 "
                     "to %d"),
                   PAIRS_ARE, k, of, got.row, got.col, m->n - 1);
    if (got.row >= got.col)
        judge_fail(_("%s[%lld] for %s: row %d, col %d; wanted are only pairs "
                     "with row < col"),
                   PAIRS_ARE, k, of, got.row, got.col);
    dot = dot_of_rows(m->rank, got.row, got.col);
    judge_equal(dot, got.dot, _("the dot of row %d and col %d for %s"), got.row,
                got.col, of);
    char *mark = of_pair(m, got.row, got.col);
    if (*mark == 0)
        judge_fail(_("%s[%lld] for %s: row %d and col %d are not to be found; "
                     "their dot is %d, their powers %d and %d%s"),
                   PAIRS_ARE, k, of, got.row, got.col, dot, m->power[got.row],
                   m->power[got.col], as_if_in_int(m));
    if (*mark == 2)
        judge_fail(_("%s[%lld] for %s: row %d and col %d are there twice"),
                   PAIRS_ARE, k, of, got.row, got.col);
    *mark = 2;
}

/* The first pair that is missing: students look for the tile or the chunk. And
 * whether only those of opposite rows are. */
static void expect_none_missing(const struct matrix *m, const char *of)
{
    int missing = 0, below_0 = 0, first[2] = {0, 0};

    for (int row = 0; row < m->n; row++)
        for (int col = row + 1; col < m->n; col++) {
            if (*of_pair(m, row, col) != 1)
                continue;
            if (missing++ == 0) {
                first[0] = row;
                first[1] = col;
            }
            below_0 += dot_of_rows(m->rank, row, col) < 0;
        }
    if (missing)
        judge_fail(
            _("for %s: row %d and col %d are missing, the first of them; their "
              "dot is %d, their powers %d and %d. Found are %lld pairs, "
              "counted %lld%s."),
            of, first[0], first[1], dot_of_rows(m->rank, first[0], first[1]),
            m->power[first[0]], m->power[first[1]], m->found,
            (long long)*m->count,
            missing > 2 && missing == below_0
                ? _(". All that are missing have a dot below 0")
                : as_if_in_int(m));
}

/* room: what the student was told that there is */
static void expect_pairs(struct matrix *m, long long room, const char *of)
{
    long long count = *m->count;
    long long there = count < 0 ? 0 : count < room ? count : room;

    if (there > m->most)
        there = m->most; /* and the next one is written behind the buffer */
    for (long long k = 0; k < there; k++)
        expect_pair(m, k, m->found > room, of);
    if (m->found <= room && count >= 0 && count < m->found)
        expect_none_missing(m, of);
    judge_equal(m->found, count, _("%s for %s"), COUNT_IS, of);
    for (long long k = there; k < m->most; k++)
        if (!untouched(m->pair[k]))
            judge_fail(_("%s[%lld] for %s was written; found are %lld"),
                       PAIRS_ARE, k, of, m->found);
    for (size_t i = 0; i < (size_t)m->n * (size_t)m->n; i++)
        m->wanted[i] = m->wanted[i] != 0; /* for the next call */
}

#endif
