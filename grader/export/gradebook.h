/*
 * gradebook.h - what Canvas and Moodle share: a table that the teacher has
 * downloaded is filled in, and only that. Who a results file belongs to says
 * its name: RESULTS is a folder with ID.json for each person, where ID is the
 * platform's own number.
 *
 * The labs that count are those of LAB; if that is unset, all that are in any
 * of the files. Who has not handed in one of them gets 0 of its points. Whose
 * lab the kit broke down on keeps the cell as it is, and is named on stderr.
 */
#ifndef GRADEBOOK_H
#define GRADEBOOK_H

#include "export/csv.h"
#include "export/record.h"

struct gradebook {
    struct csv csv;
    int id; /* columns; -1: none */
    int grade;
    int feedback; /* cells get sentences in HTML */
    /* The number that a row's person has: digits; "" if it is nobody's. */
    void (*read_id)(const struct gradebook *b, int row, char *id, size_t size);
    /* The platform's own maximum for this row; 0 if it is not known. */
    double (*maximum)(const struct gradebook *b, int row);
    char decimal; /* '.' or ',' */
};

/* Read ROSTER. 0, or -1 with a message; then csv_free() in any case. */
int gradebook_read(const struct export *e, struct gradebook *b);

/* The column with this header; -1. */
int gradebook_column(const struct csv *c, const char *header);

/* A number as such a file has it: digits with at most one sign. False if it is
 * something else. */
bool gradebook_number(const char *text, double *value);

/* Fill it in and write it. 0, or -1 with a message. */
int gradebook_fill(const struct export *e, struct gradebook *b, FILE *out);

#endif
