/*
 * rows.c - rows as text: read, and made up.
 */
#include "spearman.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/spearman_text.h"

/* ---- reading ------------------------------------------------------------- */

/* A row is WORDS words of 64 bits. Each is mixed into one of LANES sums, which
 * do not wait for each other; an odd factor and a shift lose nothing, so one
 * other number makes another sum. */
enum { WORDS = COLS / 2, LANES = 5 };

static uint64_t mix(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
    return sum ^ sum >> 32;
}

static uint64_t hash_rows(const int *x, int n)
{
    uint64_t sum[LANES] = {1, 2, 3, 4, 5}, all = (uint64_t)n, word[WORDS];

    for (int i = 0; i < n; i++) {
        memcpy(word, &x[(size_t)COLS * (size_t)i], sizeof word);
        for (int w = 0; w < WORDS; w += LANES)
            for (int l = 0; l < LANES; l++)
                sum[l] = mix(sum[l], word[w + l]);
    }
    for (int l = 0; l < LANES; l++)
        all = mix(all, sum[l]);
    return all;
}

struct rows read_file(const char *name)
{
    struct rows rows = {0};
    FILE *file = fopen(name, "r");

    if (!file)
        stop_for_file(name, errno);
    errno = 0;
    rows.n = read_rows(file, name, stderr, &rows.x);
    if (rows.n < 0 && ferror(file))
        stop_for_file(name, errno);
    fclose(file);
    if (rows.n < 0)
        stop(WRONG,
             "%s cannot be used. A row is a line of %d whole numbers with "
             "blanks between; mend the lines named above",
             name, COLS);
    if (rows.n == 0)
        stop(WRONG,
             "%s is empty. A row is a line of %d whole numbers; `spearman "
             "generate 1000 > rows.txt` writes some to try",
             name, COLS);
    if (rows.n == 1)
        stop(WRONG, "%s has one row only, and a pair needs two", name);
    rows.hash = hash_rows(rows.x, rows.n);
    return rows;
}

/* ---- making up ----------------------------------------------------------- */

static void put_number(int x, char after)
{
    char digits[16];
    int n = 0;
    unsigned left = x < 0 ? 0u - (unsigned)x : (unsigned)x;

    do
        digits[n++] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (x < 0)
        putchar_unlocked('-');
    while (n > 0)
        putchar_unlocked(digits[--n]);
    putchar_unlocked(after);
}

void generate(int n, uint64_t seed)
{
    enum { EQUAL_ONES = 64 }; /* one row of so many */
    int x[COLS];

    for (int i = 0; i < n && !ferror(stdout); i++) {
        bool equal = row_random(&seed) % EQUAL_ONES == 0;

        write_row(x, equal ? EQUAL : COUNTS, &seed);
        for (int k = 0; k < COLS; k++)
            put_number(x[k], k == COLS - 1 ? '\n' : ' ');
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        stop_for_file("standard output", errno);
}
