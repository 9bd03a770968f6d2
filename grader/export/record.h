/*
 * record.h - what is given back to a platform: the labs of one person, on one
 * scale.
 *
 * The scale. A lab's max_points in results.json are what that machine could
 * measure: less without a GPU, say. So that a class graded on several machines
 * can be compared, a lab counts what its lab.ini gives, and a person gets the
 * share of it that was earned of what could be measured:
 *
 *     points = earned / measured * lab.ini's points
 *
 * With MAX_POINTS all labs together are then stretched to that number. Where
 * the scale changes anything, scale_says() has the sentence, and every format
 * shows it.
 *
 * Rules of use:
 * - No text in a record can do harm by itself: it is valid UTF-8, and its only
 *   control characters are ends of lines and tabs (text_clean()). It still has
 *   to be escaped as the format asks.
 * - A lab that is `broken` has no points, not 0 points: the kit broke down, or
 *   nothing could be measured. Formats leave it out, and say so.
 * - Points and maxima of the parts add up to those of their lab, and these to
 *   those of the record (broken labs left out).
 */
#ifndef RECORD_H
#define RECORD_H

#include <stdio.h>

#include "base/lab.h"
#include "show/results.h"

/* What the user asked for, in terms of the environment. */
struct export
{
    const char *results; /* RESULTS: a file, or a folder of them */
    const char *out;     /* OUT; null: standard output */
    const char *roster;  /* ROSTER, COLUMN, FEEDBACK: see gradebook.h; */
    const char *column;  /* null if unset */
    const char *feedback;
    double max_points;      /* MAX_POINTS; 0: unset */
    const struct lab *labs; /* those of the kit */
    int n_labs;
    const struct lab *wanted[RESULTS_MAX_LABS]; /* LAB; none: all there are */
    int n_wanted;
};

/* A check. */
struct part {
    const struct finding *found;
    char name[96]; /* "race: no race"; no other of this lab has it */
    double points, max;
};

struct record_lab {
    struct lab_result *result;
    const struct lab *lab; /* null: it is not in this kit */
    bool broken;
    double points, max; /* on the scale */
    double untold;      /* points among them for what was not told */
    int n;
    struct part part[RESULTS_MAX_CHECKS];
};

struct record {
    struct results results;
    int n, n_broken;
    double points, max;
    struct record_lab lab[RESULTS_MAX_LABS];
};

/*
 * Read a results file, or all *.json of a folder as one (a lab that is in
 * several: the file last by name counts), leave out what LAB does not name and
 * what was not graded, and put it on the scale. Null with a message on stderr
 * if there is nothing to give back. Free with free().
 */
struct record *record_read(const struct export *e);

/* The two halves of it: what the file holds, cleaned, 0 or -1; the scale, on
 * which `all` points (of lab.ini) are MAX_POINTS. */
int record_load(const char *path, struct results *r);
void record_scale(struct record *r, const struct export *e, double all);

/* Lab.ini's points of a lab. */
double record_full(const struct lab *lab);

/* Said on stderr for every broken lab; how many there are. */
int record_warn(const struct record *r);

/* ---- sentences; each into a buffer, "" if there is nothing to say -------- */

/* "Lab 03 Sum of an array: 7.5 of 10 points." and what has to be known about
 * that: points that are untold, another scale, a kit that broke down. */
void lab_says(const struct record_lab *l, char *text, size_t size);
void scale_says(const struct record_lab *l, char *text, size_t size);

/* What a check found, with the file's name and the line before it, and what its
 * status means where that is neither pass nor fail. */
void part_says(const struct part *p, char *text, size_t size);

/* Whether it counts as passed where there is only yes and no: it has all its
 * points, and nothing that costs no points is a failure. */
bool part_passed(const struct part *p);

/* Not tried, and nothing is lost. */
bool part_left_out(const struct part *p);

/* Rounded to six decimals, so that parts of a third add up. */
double record_round(double points);

#endif
