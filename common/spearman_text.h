/*
 * spearman_text.h - the rows of article 6 as text, and the pairs that are found
 * among them. For C and CUDA.
 *
 * A row is a line of 30 whole numbers with blanks or tabs between them, each of
 * which fits into an int. Lines end like everywhere, with or without a carriage
 * return; the last one may end with the file. Empty lines may stand at the end,
 * and nowhere else: so row i, from 0 on, is line i + 1.
 */
#ifndef COMMON_SPEARMAN_TEXT_H
#define COMMON_SPEARMAN_TEXT_H

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/spearman.h"

enum {
    LONGEST_LINE = 4095, /* bytes */
    WHY = 120,           /* bytes for what is wrong with a line */
    BAD_LINES = 20,      /* so many are named */
    MOST_ROWS = 1 << 26
};

static inline bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

/* The number at *at, which moves behind it. Returns 0; 1 if there is none, or
 * one with something behind it; 2 if it does not fit into an int. */
static inline int read_number(const char **at, const char *end, int *number)
{
    const char *s = *at;
    const bool minus = s < end && *s == '-';
    long long value = 0;
    int digits = 0;

    if (s < end && (*s == '-' || *s == '+'))
        s++;
    for (; s < end && *s >= '0' && *s <= '9'; s++, digits++)
        if (value <= INT_MAX)
            value = 10 * value + (*s - '0');
    *at = s;
    if (minus)
        value = -value;
    if (digits == 0 || (s < end && !is_space(*s)))
        return 1;
    if (value < INT_MIN || value > INT_MAX)
        return 2;
    *number = (int)value;
    return 0;
}

/* Reads a row from a line of so many bytes, without its end. Returns 0, or -1
 * and, in words, why it is none. */
static inline int read_row(const char *line, size_t bytes, int x[COLS],
                           char why[WHY])
{
    const char *at = line, *end = line + bytes;
    int n = 0;

    for (;; n++) {
        int number = 0;

        while (at < end && is_space(*at))
            at++;
        if (at == end)
            break;
        const char *from = at;
        int error = read_number(&at, end, &number);
        if (error) {
            while (at < end && !is_space(*at))
                at++;
            snprintf(why, WHY, "number %d, \"%.*s\", %s", n + 1,
                     at - from < 40 ? (int)(at - from) : 40, from,
                     error == 1 ? "is no whole number"
                                : "does not fit into an int");
            for (char *c = why; *c; c++) /* a terminal may obey them */
                if ((unsigned char)*c < ' ' || *c == 127)
                    *c = '?';
            return -1;
        }
        if (n < COLS)
            x[n] = number;
    }
    if (n == COLS)
        return 0;
    snprintf(why, WHY, "%d numbers, and a row has %d", n, COLS);
    return -1;
}

/* A file that is read line by line. Getting its bytes one by one takes longer
 * than all else. */
struct lines {
    FILE *file;
    size_t at, end; /* of the bytes that are read and not used */
    char bytes[1 << 16];
};

/* More bytes behind those that are not used. False if there are no more. */
static inline bool read_more(struct lines *l)
{
    memmove(l->bytes, l->bytes + l->at, l->end - l->at);
    l->end -= l->at;
    l->at = 0;
    size_t more =
        fread(l->bytes + l->end, 1, sizeof l->bytes - l->end, l->file);
    l->end += more;
    return more > 0;
}

/* The next line, without its end; it stays until the next call. Returns how
 * many bytes; LONGEST_LINE + 1 for longer ones, which are not there; or -1 at
 * the end of the file. */
static inline int read_line(struct lines *l, const char **line)
{
    size_t seen = 0;
    char *end = NULL;

    for (;;) {
        if (l->end > l->at + seen)
            end = (char *)memchr(l->bytes + l->at + seen, '\n',
                                 l->end - l->at - seen);
        seen = l->end - l->at;
        if (end || seen > LONGEST_LINE || !read_more(l))
            break;
    }
    *line = l->bytes + l->at;
    size_t bytes = end ? (size_t)(end - *line) : seen;
    if (bytes > LONGEST_LINE) {
        while (!end) {
            l->at = l->end;
            if (!read_more(l))
                break;
            end = (char *)memchr(l->bytes, '\n', l->end);
        }
        l->at = end ? (size_t)(end + 1 - l->bytes) : l->end;
        return LONGEST_LINE + 1;
    }
    if (bytes == 0 && !end)
        return -1;
    l->at += bytes + (end != NULL);
    if (bytes > 0 && (*line)[bytes - 1] == '\r')
        bytes--;
    return (int)bytes;
}

/* Room for one row more. */
static inline int *one_row_more(int *x, int rows)
{
    if (rows & (rows - 1)) /* there is room up to the next power of two */
        return x;
    return (int *)realloc(x, (rows ? 2 * (size_t)rows : 1) * COLS * sizeof *x);
}

/* Reads all rows of the file: *x, to be freed. Returns how many they are; or
 * -1, with *x null, if a line is no row, the file cannot be read, or there is
 * no memory. Each bad line is named in `complaints`: "name:12: why"; of many
 * the first ones. */
static inline int read_rows(FILE *file, const char *name, FILE *complaints,
                            int **x)
{
    struct lines lines;
    const char *line;
    char why[WHY];
    int *rows = NULL, n = 0, bytes;
    long long number = 0, empty = 0, bad = 0; /* empty: the first of them */

    *x = NULL;
    lines.file = file;
    lines.at = lines.end = 0;
    while ((bytes = read_line(&lines, &line)) >= 0) {
        int row[COLS];
        bool fine = false;

        number++;
        if (bytes == 0) {
            empty = empty ? empty : number;
            continue;
        }
        if (empty && bad++ < BAD_LINES)
            fprintf(complaints, "%s:%lld: an empty line between rows\n", name,
                    empty);
        empty = 0;
        if (bytes > LONGEST_LINE)
            snprintf(why, WHY, "longer than %d bytes", LONGEST_LINE);
        else
            fine = read_row(line, (size_t)bytes, row, why) == 0;
        if (!fine) {
            if (bad++ < BAD_LINES)
                fprintf(complaints, "%s:%lld: %s\n", name, number, why);
            continue;
        }
        int *more = n < MOST_ROWS ? one_row_more(rows, n) : NULL;
        if (!more) {
            fprintf(complaints, "%s:%lld: %s\n", name, number,
                    n < MOST_ROWS ? "no memory" : "more than 2^26 rows");
            free(rows);
            return -1;
        }
        rows = more;
        for (int k = 0; k < COLS; k++)
            rows[(size_t)COLS * (size_t)n + (size_t)k] = row[k];
        n++;
    }
    if (ferror(file))
        fprintf(complaints, "%s: cannot be read\n", name);
    if (bad > BAD_LINES)
        fprintf(complaints, "%s: %lld bad lines more\n", name, bad - BAD_LINES);
    if (bad || ferror(file)) {
        free(rows);
        return -1;
    }
    *x = rows;
    return n;
}

/* The two-sided p of r, for 30 numbers: how often |r| is so large or larger by
 * chance, where t = r * sqrt(28 / (1 - r * r)) has Student's distribution with
 * 28 degrees of freedom. That is a sum, for even degrees: 1 - |r| * (c0 + c1 *
 * x + ... + c13 * x^13) with x = 1 - r * r, where c0 = 1 and c(k) = c(k-1) *
 * (2k - 1) / (2k). All terms without end would make 1; so p is what is left,
 * from c14 on. That loses no digits for the small p that matter. */
static inline double p_of_r(double r)
{
    const double x = 1 - r * r;
    double term = fabs(r), below = 0, above = 0;
    int k = 0;

    for (; k < (COLS - 2) / 2; k++) {
        below += term;
        term *= x * (2 * k + 1) / (2 * k + 2);
    }
    if (fabs(r) < 0.3) /* nothing to lose, and the rest takes long */
        return 1 - below;
    for (; term > above * 1e-17; k++) {
        above += term;
        term *= x * (2 * k + 1) / (2 * k + 2);
    }
    return above;
}

/* A pair as a line of text, with tabs as in the article: row and column, which
 * are line numbers and begin with 1, r and p. Returns 0, or -1 if it cannot be
 * written. dot, and the powers of the rows: as the labs have them. */
static inline int write_pair(FILE *file, int row, int col, int dot,
                             int power_of_row, int power_of_col)
{
    const double r = dot / sqrt((double)power_of_row * power_of_col);

    return fprintf(file, "X%d\tX%d\t%.6f\t%.3g\n", row + 1, col + 1, r,
                   p_of_r(r)) < 0
               ? -1
               : 0;
}

#endif
