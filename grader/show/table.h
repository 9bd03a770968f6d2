/*
 * table.h - everything that `kit` prints about labs and findings.
 *
 * Rules of use:
 * - Text that comes from a student's file or program goes through
 *   table_clean(): it could hold escape sequences that rewrite the terminal.
 * - Lines are at most 80 columns wide; wide characters count as two.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/finding.h"
#include "base/lab.h"
#include "show/results.h"

#define TABLE_WIDTH 80

struct style {
    FILE *out;
    bool color; /* on a terminal, and NO_COLOR is unset or empty */
    bool utf8;  /* the locale's characters are UTF-8 */
    /* What is appended to the commands that are suggested, " SRC=alice"; ""
     * for the student's own files. */
    char command_end[512];
};

/* What suits this stream and the environment; say_start() came before. */
struct style table_style(FILE *out);

/* Copy text so that it is harmless on a terminal: control characters and
 * bytes that are no text become '?', a tab becomes a blank. Newlines stay. */
void table_clean(const char *text, char *out, size_t size);

/* Columns that clean text takes on a terminal. */
int table_columns(const char *text);

/* Print text (which is cleaned first) in lines of at most TABLE_WIDTH columns
 * that all begin with `indent` blanks. Newlines in it stay; blanks after one
 * indent that line further. */
void table_wrap(const struct style *s, int indent, const char *text);

/* "3" or "3.5", into a buffer that four calls share. */
const char *table_points(double points);

/* ---- kit grade ---------------------------------------------------------- */

struct table_row {
    const struct lab_result *result;
    bool details;         /* also its findings and its speed */
    const char *compiler; /* first lines of the compiler's words, or null */
    bool no_hint;         /* the handout has none for a file that does not
                           * build */
};

void table_grades(const struct style *s, const struct table_row *rows, int n);

/* ---- kit list ----------------------------------------------------------- */

enum lab_state {
    LAB_MISSING,     /* the student's file is not there */
    LAB_NOT_STARTED, /* it is still the skeleton */
    LAB_IN_PROGRESS, /* touched, never graded */
    LAB_CHANGED,     /* since it was graded */
    LAB_PASSED,
    LAB_FAILED,
    LAB_ERROR /* the kit could not grade it */
};

struct table_item {
    const struct lab *lab;
    const struct lab_result *result; /* null if never graded */
    enum lab_state state;
    char source[600]; /* the student's file */
};

void table_list(const struct style *s, const struct table_item *items, int n);

#endif
