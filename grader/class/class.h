/*
 * class.h - what `make class` works on: who handed in what, and where it lies.
 *
 * OUT, the folder of a class:
 *   secret                  the seeds of the labs' inputs; only its owner reads
 *   submissions/STUDENT/NUMBER/NN_name/name.c   copies of what was taken
 *   collected.txt           where each was taken from, and what was left, why
 *   gradings/STUDENT/NN.NUMBER.json             one results file per grading
 *   slurm/                  on a cluster: its jobs (slurm.h)
 *   students/STUDENT/       results.json, feedback.txt, feedback.html
 *   index.html, class.csv, alike.csv            of the whole class
 *
 * Rules of use:
 * - What lies in OUT is written whole under another name, and then renamed. So
 *   a run that was killed at any moment is gone on with by starting it again.
 * - The list of submissions is made anew from IN each time, in the same order.
 * - Names of students come from strangers: they are folder names (letters,
 *   digits, '.', '_', '-', '@', '+', not first a '.'), and text like any other
 *   that goes into HTML, CSV or a terminal.
 */
#ifndef CLASS_H
#define CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/lab.h"

#define CLASS_NAME 100
#define CLASS_PATH 1000

/* One file that somebody handed in for one lab. */
struct submission {
    char student[CLASS_NAME];
    int lab;    /* index into labs[] */
    int number; /* from 1: the oldest one of this student for this lab */
    time_t at;  /* handed in then, as the platform or the file says; 0: not
                 * known */
    char from[CLASS_PATH];   /* below IN: "ann.zip: hw/reduction.c" */
    char source[CLASS_PATH]; /* the copy, below OUT */
};

struct class
{
    const char *in, *out; /* folders */
    const struct lab *labs;
    int n_labs;
    struct submission *submission; /* by student, lab, number */
    int n;
    char (*student)[CLASS_NAME]; /* all, sorted: also those of whom nothing
                                  * could be taken */
    int n_students;
};

/* The path of one file in OUT, its folders made; `format` is what stands behind
 * OUT and a slash. 0, or -1 with a message. */
int class_path(const struct class *c, char *path, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The results file of a grading of c->submission[i]. 0 or -1 as above. */
int class_result_path(const struct class *c, int i, char *path);

/* Write `size` bytes as the file at `path`: whole or not at all, and not where
 * it holds them already. 0, or -1 with a message. */
int class_write(const char *path, const void *bytes, size_t size);

#endif
