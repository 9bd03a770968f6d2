/*
 * csv.h - a table in a CSV file of which some cells are changed: all other
 * bytes are written as they were read, with a byte order mark, ends of lines,
 * quotes and blanks.
 *
 * Rules of use: csv_read(), then csv_split() as often as wanted; csv_free() in
 * any case. Rows and columns count from 0.
 */
#ifndef CSV_H
#define CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct csv_cell {
    size_t from, to; /* its bytes, quotes included */
    char *fresh;     /* what is written instead; or null */
};

struct csv_row {
    size_t first; /* its first cell */
    int n;
};

struct csv {
    char *bytes;
    size_t size;
    char separator;
    struct csv_cell *cell;
    size_t n_cells;
    struct csv_row *row;
    int n_rows;
};

/* 0, or -1 with a message. */
int csv_read(const char *path, struct csv *c);

/* Take it apart. A cell that begins with a quote ends with the next one that
 * is not doubled, and may hold ends of lines. */
void csv_split(struct csv *c, char separator);

/* What a cell says, without quotes; "" where there is none. */
void csv_value(const struct csv *c, int row, int column, char *text,
               size_t size);

/* Put a value there; quotes are added where it needs them. False if the row
 * has no such cell. */
bool csv_set(struct csv *c, int row, int column, const char *value);

/* 0, or -1 without a message: a stream that is short of memory. */
int csv_write(const struct csv *c, FILE *out);
void csv_free(struct csv *c);

#endif
