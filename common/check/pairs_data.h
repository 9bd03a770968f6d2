/*
 * pairs_data.h - the rows that the labs on pairs of rows (52, 53, 55 and 56)
 * are tried with, as rank numbers and powers, and how many pairs are found
 * among them. A lab's check.c chooses among the kinds of data.
 */
#ifndef COMMON_PAIRS_DATA_H
#define COMMON_PAIRS_DATA_H

#include <stdbool.h>

#include "common/spearman.h"
#include "judge/judge.h"

enum data {
    LIKE_THE_ARTICLES, /* mostly zeros; some with equal numbers only */
    OF_ALL_KINDS,      /* the power changes often */
    NO_TIES,           /* all of one power; one pair in 20 is found */
    THREE_POWERS,      /* far from each other, a third of the rows each */
    CLUSTERS,          /* 16 equal rows here and there, between rows that are
                        * never found: a rectangle here and there has many
                        * pairs, most have none */
    FEW_OF_MANY,       /* rows with one number only, but for one in 4000 */
    SOME_OF_MANY,      /* ... and at both ends */
    COPIES,            /* the same row, or upside down: all pairs are found */
    CLOSE,             /* close calls, each with powers of its own, in both
                        * directions */
    CLOSE_TILES        /* one close call: half the rows are its first one. From
                        * here on a number for each close call */
};

/* For sentences: "n = 33 (rows without ties)" */
static inline const char *data_name(enum data data)
{
    switch (data) {
    case LIKE_THE_ARTICLES:
        return _("rows of mostly zeros");
    case OF_ALL_KINDS:
        return _("rows of all kinds");
    case NO_TIES:
        return _("rows without ties");
    case THREE_POWERS:
        return _("rows with 0, 11 or 22 zeros");
    case CLUSTERS:
        return _("rows that are the same here and there");
    case FEW_OF_MANY:
        return _("rows most of which have one number only");
    case SOME_OF_MANY:
        return _("rows that have one number only but for both ends");
    case COPIES:
        return _("rows that are all the same, or upside down");
    case CLOSE:
        return _("rows where |t| is next to 2.0484");
    default:
        return _("two rows where |t| is next to 2.0484, many times");
    }
}

/* Row i of n. some: the same number for all of them */
static inline void write_data(int *x, enum data data, int i, int n,
                              uint64_t some, uint64_t *seed)
{
    const bool at_an_end = i < 100 || i >= n - 100;

    switch (data) {
    case LIKE_THE_ARTICLES:
        write_row(x, COUNTS, seed);
        break;
    case OF_ALL_KINDS:
        write_row(x, (enum row_kind)(i % ROW_KINDS), seed);
        break;
    case NO_TIES:
        write_row(x, DIFFERENT, seed);
        break;
    case THREE_POWERS: /* by the number of zeros */
        for (int k = 0; k < COLS; k++)
            x[k] = k < i % 3 * 11 ? 0 : k;
        shuffle_row(x, seed);
        break;
    case CLUSTERS:
        if (i / 16 % 4 == 1)
            write_row(x, DIFFERENT, &some);
        else
            write_row(x, EQUAL, seed);
        break;
    case FEW_OF_MANY:
        write_row(x, i % 4000 == 0 ? DIFFERENT : EQUAL, seed);
        break;
    case SOME_OF_MANY:
        write_row(x, i % 4000 == 0 || at_an_end ? DIFFERENT : EQUAL, seed);
        break;
    case COPIES:
        write_row(x, DIFFERENT, &some);
        break;
    case CLOSE:
        write_close(x, i / 2, i % 2, some + (uint64_t)(i / 2));
        break;
    default:
        write_close(x, (int)data - CLOSE_TILES, i < n / 2, some);
    }
    if (data >= COPIES && row_random(seed) % 2 == 1)
        for (int k = 0; k < COLS; k++)
            x[k] = -x[k];
}

/* Writes the rank numbers (32 bytes each) and powers of n rows. */
static inline void write_ranked(int n, enum data data, signed char *rank,
                                int *power)
{
    uint64_t seed = judge_random(), some = judge_random();
    int x[COLS];

    for (int i = 0; i < n; i++) {
        write_data(x, data, i, n, some, &seed);
        power[i] = rank_row(x, &rank[(size_t)RANK_ROW * (size_t)i]);
    }
}

/* How many pairs (row, col) with from <= row < from + rows and row < col < n
 * are found. Rows with one number only take no time. */
static inline long long count_pairs(const signed char *rank, const int *power,
                                    int n, int from, int rows)
{
    long long found = 0;

    for (int row = from; row < from + rows; row++)
        for (int col = row + 1; power[row] > 0 && col < n; col++)
            found += power[col] > 0 && is_found(rank, power, row, col);
    return found;
}

#endif
