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
#include <time.h>

#include "base/finding.h"
#include "base/lab.h"
#include "show/results.h"

#define TABLE_WIDTH 80

struct style {
    FILE *out;
    bool terminal; /* the list then fits on one of 24 lines */
    bool color;    /* on a terminal, and NO_COLOR is unset or empty */
    bool utf8;     /* the locale's characters are UTF-8 */
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

/* ---- parts of a line ---------------------------------------------------- */

#define GREEN "\033[32m"
#define RED "\033[31m"
#define YELLOW "\033[33m"
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

/* The code, or "" where there are no colors. */
const char *table_color(const struct style *s, const char *code);

/* One line of text in a field of `width` columns; what is too long ends with a
 * whole word and dots. */
void table_cell(const struct style *s, const char *text, int width);

/* What a lab has earned, "7/10"; a mark behind it if not all of it was told. */
void table_points_of(const struct lab_result *l, char *text, size_t size);

/* The sign of a status: "✓", "✗", ...; and a kind as a student calls it. */
const char *table_mark(const struct style *s, enum check_status status);
const char *table_kind(enum check_kind kind);

/* ---- parts of a grading ------------------------------------------------- */

/* "races: no race" */
void table_check(const struct finding *f, char *text, size_t size);

/* Whether check i of a lab has something to say; *again: its words stand with a
 * check before it, which has the same cause. */
bool table_tells(const struct lab_result *l, int i, bool *again);

/* A finding: its check, its place, that line of code (may be null), its words
 * or "As above.". */
void table_finding(const struct style *s, const struct finding *f,
                   const char *code, bool again);

/* Why a check that passed earned less than all; null if none did. */
const char *table_unearned(const struct lab_result *l);

/* How fast it was, as one sentence. False if that was not measured. */
bool table_speed(const struct lab_result *l, char *text, size_t size);

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
    time_t touched;   /* when that was; 0 if it is not begun */
};

/*
 * The labs, in order, how far one is, and what to do next: with the lab that
 * was touched last, or else the first one behind it that is not passed.
 * On a terminal only the decade of that one is listed lab by lab; each other
 * decade is one line. Else all labs are there: `make | less`.
 */
void table_list(const struct style *s, const struct table_item *items, int n);

#endif
