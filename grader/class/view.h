/*
 * view.h - one student as the pages show him or her: what was handed in, what
 * was found in it, and the words about a mark that HTML and text share.
 *
 * Rules of use:
 * - A view holds nothing of any other student, so that a page made of it cannot
 *   show it.
 * - Paths of the instructor's machine are taken out of what was found:
 *   "03_reduction/reduction.c" is left.
 */
#ifndef VIEW_H
#define VIEW_H

#include <stdio.h>

#include "class/class.h"
#include "class/rules.h"

/* One file that was handed in. */
struct attempt {
    const struct submission *submission;
    bool graded;
    double points, max_points; /* of its grading, before all rules */
};

struct view_lab {
    const struct lab *lab;
    const struct mark *mark;
    time_t due;                          /* 0: never */
    const struct submission *submission; /* that counts; null if none does */
    const struct lab_result *result;     /* of that one; null if none */
    int first, n;                        /* of attempt[]: for this lab */
};

struct view {
    const struct class *c;
    const struct rules *rules;
    const struct student_marks *marks;
    const char *title; /* of the class */
    int n_labs;        /* of the class: what others have is shown as missing */
    struct view_lab *lab;
    int n_attempts;
    struct attempt *attempt;
    struct results *results, *reading; /* big, so used again and again */
};

/* Begin with {0}; each call shows the next student. `wanted` has one entry for
 * each lab. */
void view_read(struct view *v, const struct class *c, const struct rules *r,
               const bool *wanted, const struct student_marks *m);
void view_free(struct view *v);

/* Whether a finding has a line in the student's own file. */
bool view_is_own(const struct view_lab *l, const struct finding *f);

/* What is to be known of a mark: sentences, each on a line of its own. */
void view_facts(const struct view *v, const struct view_lab *l, char *text,
                size_t size);

/* An attempt: "2: 2026-11-30 22:59:01 CET, ann.zip: reduction.c, 7 of 10
 * points" */
void view_attempt(const struct view *v, const struct attempt *a, char *text,
                  size_t size);

/* "correct: exact for every size, all threads work; races: no race"; "" if
 * nothing passed. */
void view_passed(const struct lab_result *l, char *text, size_t size);

/* The points of a mark: "7 of 10"; words where there are none. */
void view_points(const struct mark *m, char *text, size_t size);

/* ---- what is made of it: feedback.html, feedback.txt, lines of class.csv ---
 */

void view_page(FILE *out, const struct view *v);
void view_text(FILE *out, const struct view *v);
/* A cell of a CSV file: quoted where needed, and no formula. */
void view_csv_text(FILE *out, const char *text);
void view_csv_head(FILE *out);
void view_csv(FILE *out, const struct view *v);

#endif
