/*
 * rules.h - class.ini: what labs are worth, when they are due, and what late
 * costs; and what a grading is worth by that.
 *
 *   [class]
 *   title = Parallel Programming
 *   timezone = Europe/Berlin   ; of the dates here; the machine's if unset
 *   labs = 00-09 31            ; unset: all
 *   count = last               ; or best: which of several submissions
 *   drop = 1                   ; so many of the weakest labs do not count
 *   late = 10                  ; percent of a lab's points, each day begun
 *   grace = 2                  ; hours that cost nothing
 *   cut_off = 7                ; days after which nothing counts; unset: none
 *   [03]
 *   points = 10                ; what the lab is worth; unset: lab.ini's
 *   due = 2026-11-30 23:59     ; that minute is still in time
 *   bonus = yes                ; adds to the total, not to what is possible
 *   late, grace, cut_off, count   of this lab alone
 *   [student ann]
 *   extension = 48             ; hours, for all labs
 *   03 = 2026-12-04 12:00      ; due then, for this lab
 */
#ifndef RULES_H
#define RULES_H

#include "class/class.h"
#include "show/results.h"

struct rules; /* defined in rules.c */

/* Read class.ini; with path null, the rules of an empty one. Null with a
 * message that names file, line and what is possible there. */
struct rules *rules_read(const char *path, const struct lab *labs, int n_labs);
void rules_free(struct rules *r);

const char *rules_title(const struct rules *r);

/* Whether labs = names this lab; with no such line, true. */
bool rules_wanted(const struct rules *r, int lab);

/* When a lab is due for a student; 0 if it is not. */
time_t rules_due(const struct rules *r, int lab, const char *student);

enum mark_kind {
    MARK_NONE, /* nothing was handed in: 0 points */
    MARK_COUNTS,
    MARK_TOO_LATE, /* handed in after the cut-off alone: 0 points */
    MARK_BROKEN,   /* the kit could not grade it: nobody's fault, not in the
                    * total nor in what is possible */
    MARK_DROPPED   /* one of the weakest: neither, too */
};

/* What a student has in a lab. */
struct mark {
    enum mark_kind kind;
    int submission;  /* index of the one that counts; -1 */
    double points;   /* after all rules, on the class's scale */
    double before;   /* ... before what late costs */
    double possible; /* the lab's points in this class; 0 if it is a bonus */
    double untold;   /* of `before`: could not be told, counted as earned */
    int days_late;   /* begun, after grace; 0: in time */
    bool rescaled;   /* this machine could measure less than the whole lab:
                      * points / max_points of the grading times the lab's */
};

struct student_marks {
    char student[CLASS_NAME];
    struct mark *lab; /* n_labs of them; labs that are not wanted: MARK_NONE
                       * with possible 0 */
    double points, possible;
};

/* What one grading is worth. `at` 0: in time. */
struct mark rules_mark(const struct rules *r, int lab, const char *student,
                       time_t at, const struct lab_result *l);

/* The marks of all students, in their order; *n gets how many there are. Reads
 * the results files. A submission without one counts as MARK_BROKEN. Null with
 * a message. Free with marks_free(). */
struct student_marks *marks_of_class(const struct class *c,
                                     const struct rules *r, int *n);
void marks_free(struct student_marks *m, int n);

#endif
