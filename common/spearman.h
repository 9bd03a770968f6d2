/*
 * spearman.h - rows of 30 numbers, and their rank numbers as the definition has
 * them, for the labs on Spearman's rank correlation (51 and up). The same seed
 * gives the same rows everywhere. For C and CUDA.
 *
 * A rank number is twice the rank, centred: how many numbers of the row are
 * smaller, less how many are larger. Equal numbers share their places, so they
 * have the same. It is a whole number from -29 to 29, and those of a row add up
 * to 0. The power of a row is the sum of their squares: 0 if all its numbers
 * are equal, 8990 if no two of them are.
 */
#ifndef COMMON_SPEARMAN_H
#define COMMON_SPEARMAN_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COLS = 30,    /* numbers in a row */
    RANK_ROW = 32 /* bytes for its rank numbers: 30, and two zeros */
};

enum row_kind {
    COUNTS,    /* mostly 0, a few small numbers, hardly ever a large one: what
                * is counted often looks so, and the article's data do. Many
                * ties, and now and then a row of zeros */
    EQUAL,     /* one number, 30 times */
    FEW,       /* two to six different ones */
    DIFFERENT, /* 30 neighbours, shuffled: no ties */
    LARGE,     /* the same above 2^24, where a float has no room for all ints */
    EXTREME    /* any ints, the least and the largest among them: differences
                * of two of them do not fit into an int */
};
enum { ROW_KINDS = EXTREME + 1 };

/* 31 random bits. */
static inline int row_random(uint64_t *state)
{
    /* a linear congruential generator; its upper bits are the good ones */
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (int)(*state >> 33);
}

static inline void shuffle_row(int *x, uint64_t *state)
{
    for (int k = COLS - 1; k > 0; k--) {
        int other = row_random(state) % (k + 1), swap = x[k];

        x[k] = x[other];
        x[other] = swap;
    }
}

/* Some columns are likelier than others, so that rows have something to do
 * with each other. */
static inline void write_counts(int *x, uint64_t *state)
{
    static const int likely[] = {3, 9, 14, 19, 24, 27};
    int many = row_random(state) % 4 ? 8 : 16; /* at most, and one less */

    for (int k = 0; k < COLS; k++)
        x[k] = 0;
    for (int left = row_random(state) % many; left > 0; left--) {
        int column = row_random(state) % 2 ? likely[row_random(state) % 6]
                                           : row_random(state) % COLS;

        /* 1 to 2048, each power of two as often as the next */
        x[column] = (row_random(state) % 2048 >> row_random(state) % 12) + 1;
    }
}

/* Writes x[0] .. x[29]. */
static inline void write_row(int *x, enum row_kind kind, uint64_t *state)
{
    int some = row_random(state);

    if (kind == COUNTS) {
        write_counts(x, state);
        return;
    }
    for (int k = 0; k < COLS; k++)
        switch (kind) {
        case EQUAL:
            x[k] = some % 2 ? some : -(some % 100);
            break;
        case FEW:
            x[k] = row_random(state) % (some % 5 + 2) - 1;
            break;
        case DIFFERENT:
            x[k] = some % 1000 - 500 + k;
            break;
        case LARGE:
            x[k] = (some | 1 << 24) - 2 * COLS + k;
            break;
        default:
            x[k] = row_random(state) % 4 == 0
                       ? INT_MIN + row_random(state) % 2
                   : row_random(state) % 4 == 0
                       ? INT_MAX - row_random(state) % 2
                   : row_random(state) % 2      ? row_random(state)
                                                : -row_random(state);
        }
    shuffle_row(x, state);
}

/* The rank numbers of x[0] .. x[29], and two zeros. Returns the row's power. */
static inline int rank_row(const int *x, signed char *rank)
{
    int power = 0;

    for (int k = 0; k < RANK_ROW; k++) {
        int smaller = 0, larger = 0;

        for (int other = 0; other < COLS && k < COLS; other++) {
            smaller += x[other] < x[k];
            larger += x[other] > x[k];
        }
        rank[k] = (signed char)(smaller - larger);
        power += (smaller - larger) * (smaller - larger);
    }
    return power;
}

/* Two-sided p of 0.05 for 30 numbers: |t| >= 2.0484, where t = r * sqrt(28 /
 * (1 - r * r)) and r = dot / sqrt(power_a * power_b); dot is the sum of the
 * products of the rank numbers. In whole numbers, so that nothing is rounded:
 * r * r >= 2.0484^2 / (28 + 2.0484^2), which is LIMIT / LIMIT_OF. */
#define LIMIT 26224641     /* 20484^2 / 16 */
#define LIMIT_OF 201224641 /* (28 * 10^8 + 20484^2) / 16 */

static inline int dot_of_ranks(const signed char *a, const signed char *b)
{
    int dot = 0;

    for (int k = 0; k < COLS; k++)
        dot += a[k] * b[k];
    return dot;
}

static inline int correlated(int dot, int one, int other)
{
    return one > 0 && other > 0 &&
           (int64_t)dot * dot * LIMIT_OF >= (int64_t)one * other * LIMIT;
}

/* The same of rows that lie one behind the other. */
static inline int dot_of_rows(const signed char *rank, int row, int col)
{
    return dot_of_ranks(&rank[(size_t)RANK_ROW * (size_t)row],
                        &rank[(size_t)RANK_ROW * (size_t)col]);
}

static inline int is_found(const signed char *rank, const int *power, int row,
                           int col)
{
    return correlated(dot_of_rows(rank, row, col), power[row], power[col]);
}

/* Two rows each, a letter for a number, whose r * r is so close to the limit
 * that the two sides above differ by less than a hundred-millionth: floats do
 * not tell them apart. Found by trying all powers that 30 numbers can have, and
 * exchanging numbers of the second row until the dot is the one looked for. The
 * first CLOSE_FOUND of them are above the limit. */
enum { CLOSE_CALLS = 12, CLOSE_FOUND = 5 };
static const char close_call[CLOSE_CALLS][2][COLS + 1] = {
    {"fdgbcdeddfggedhafaffaaagdcadhe", "jgmdilhiekbnanmfbilgjehkblcdmj"},
    {"oooocooafnoakooogoehjdomooilob", "fgdfeeeegdgbgdaeggcdcbgegbbdga"},
    {"cfffffffcffafcfffffefffbfcfadf", "ccbcccecccgccagceadcccdcgacafc"},
    {"ggcccddcgfcccchcabceggccgccecc", "fhhahgdhbeacaahadahhhbbdhhhhde"},
    {"eafaabbggbaababdaaacdebabaabaa", "pfaggrhjqmdergcmgbalkdnmncoima"},
    {"dcbddddcddcddcacdddddeacdddcdd", "aabecegcaaegeccegecaefbceeedeb"},
    {"ccacbaaacaaadabababdaadacaaaaa", "badeabbaaaabdabaebbcbadbbbdaba"},
    {"hcdddiddddddigdddhhgdcdddabefd", "dbdbfdedddddfdfafddcdcfddabddb"},
    {"ceccccccccabcfafaacccfcdfcaecf", "fgbaefgfcccaedcfbccagdfagcgggg"},
    {"dgdaagaacabedbaaaadcecaaafaada", "ggbcdgbcbgddgddabfdbgccccbcegb"},
    {"jgggeiglmnaggggkbehcfeggedegeg", "icbbegbaihafehbhdfeaaegchbhfea"},
    {"chahhhhhhehhhhfhdhhghhchbhhhhh", "haadfdiahechbcbgbbieeiccachihi"},
};

/* One of the two rows of a close call, which = 0 or 1; call 0 or more. The same
 * `same` shuffles the columns of both in the same way. */
static inline void write_close(int *x, int call, int which, uint64_t same)
{
    const char *letters = close_call[call % CLOSE_CALLS][which];

    for (int k = 0; k < COLS; k++)
        x[k] = letters[k];
    shuffle_row(x, &same);
}

#endif
