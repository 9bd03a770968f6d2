/*
 * rules.h - class.ini: what labs are worth, when they are due, and what late
 * costs; and what a grading is worth by that.
 *
 *   [class]
 *   title = Parallel Programming
 *   timezone = Europe/Berlin   ; of the dates here; the machine's if unset
 *   labs = 00-09 31            ; those of which marks are wanted now: nothing
 *                              ; handed in is 0 points. Unset: those that have
 *                              ; a section here; where none has, those that
 *                              ; anybody has handed in
 *   count = last               ; or best: which of several submissions
 *   drop = 1                   ; so many of the weakest labs do not count
 *   late = 10                  ; percent of a lab's points, each day begun
 *   grace = 2                  ; hours that cost nothing
 *   cut_off = 7                ; days after which nothing counts; unset: none
 *   [03]
 *   points = 10                ; what the lab is worth; unset: lab.ini's
 *   due = 2026-11-30 23:59     ; that minute is still in time (dates.h)
 *   bonus = yes                ; adds to the total, not to what is possible
 *   late, grace, cut_off, count   of this lab alone
 *   [student ann]
 *   extension = 48             ; hours, for all labs
 *   03 = 2026-12-04 12:00      ; due then, for this lab; with no extension
 *
 * What late costs:
 * - Days are of 24 hours, and counted from the end of grace: with grace = 2 the
 *   first day begins two hours after the lab was due, for all.
 * - The cut-off is counted from when the lab is due for the student, with the
 *   extension, without grace. So grace must not be longer.
 * - A lab that is not due is never late, nor is a submission of unknown time.
 *
 * Which submission counts:
 * - last: the last one that is not after the cut-off. best: of these the one
 *   that is worth most after what late costs; of equals the first.
 * - One that the kit could not grade (status "error", no results) gives way to
 *   one that it could: the last of those, or the best of all. The mark then
 *   says could_be_more, for it costs nobody anything to grade that one again.
 *
 * Points are on one scale, the class's: the part that was earned of what could
 * be measured, times what the lab is worth here. So a lab counts the same
 * whether the machine that graded it had a GPU or not. Points that could not be
 * told count as earned.
 *
 * Which labs are dropped: those with the least part of their points, after all
 * else; of equals those worth more. Never a bonus, nor what could not be
 * graded, nor the last lab that counts.
 */
#ifndef RULES_H
#define RULES_H

#include "class/class.h"
#include "class/dates.h"
#include "show/results.h"

struct rules; /* defined in rules.c */

/* Read class.ini; with path null, the rules of an empty one. Null with a
 * message that names file, line and what is possible there. `labs` must stay
 * where they are. */
struct rules *rules_read(const char *path, const struct lab *labs, int n_labs);
void rules_free(struct rules *r);

/* For each student of class.ini of whom nothing was handed in, a warning on
 * stderr. How many there are. */
int rules_warn_strangers(const struct rules *r, const struct class *c);

const char *rules_title(const struct rules *r); /* "" if unset */

/* Where no line says labs =, from now on those are wanted that have a section;
 * where none has, those of which c has a submission. */
void rules_take_labs(struct rules *r, const struct class *c);

/* Whether this lab is one of the class's; before rules_take_labs(), any lab is
 * that the file does not exclude. */
bool rules_wanted(const struct rules *r, int lab);

/* How many of the weakest labs do not count. */
int rules_drop(const struct rules *r);

/* What holds for a student's submissions of a lab. */
struct terms {
    double points; /* what the lab is worth here */
    double whole;  /* ... and by its lab.ini */
    bool bonus, best;
    time_t due;     /* the last second that is in time; 0: whenever it is */
    time_t grace;   /* seconds */
    double late;    /* percent of points, each day begun */
    time_t cut_off; /* the last second that counts; 0: each counts */
};

struct terms rules_terms(const struct rules *r, int lab, const char *student);

/* When a lab is due for a student: the last second; 0 if it is not. */
time_t rules_due(const struct rules *r, int lab, const char *student);

/* A moment as the class's clocks show it: "2026-11-30 23:59:59 CET". */
void rules_say_date(const struct rules *r, time_t moment, char text[DATE_TEXT]);

/* ---- marks.c ------------------------------------------------------------- */

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
    int submission;     /* index of the one that counts; -1 */
    double points;      /* after all rules, on the class's scale; also of a lab
                         * that was dropped */
    double before;      /* ... before what late costs */
    double possible;    /* the lab's points in this class; 0 if it is a bonus */
    double untold;      /* of `before`: could not be told, counted as earned */
    int days_late;      /* begun, after grace; 0: in time */
    bool rescaled;      /* this machine could measure less than the whole lab:
                         * points / max_points of the grading times the lab's */
    bool could_be_more; /* it has not all points, and one that might count
                         * instead could not be graded */
};

struct student_marks {
    char student[CLASS_NAME];
    struct mark *lab; /* n_labs of them; labs that are not wanted: MARK_NONE
                       * with possible 0 */
    double points, possible; /* of all that is neither broken nor dropped */
};

/* What one grading is worth; `at` 0: in time. l null: there is none. Its
 * submission is -1. */
struct mark rules_mark(const struct rules *r, int lab, const char *student,
                       time_t at, const struct lab_result *l);

/* The marks of all students, in the order of the submissions; *n gets how many
 * there are. Reads the results files. A submission without one counts as
 * MARK_BROKEN. Null with a message. Free with student_marks_free(). */
struct student_marks *marks_of_class(const struct class *c,
                                     const struct rules *r, int *n);
void student_marks_free(struct student_marks *m, int n);

#endif
