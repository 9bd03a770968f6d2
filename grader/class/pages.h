/*
 * pages.h - what an instructor and the students read: OUT/index.html and a page
 * per student, class.csv, and per student results.json and feedback as text and
 * HTML.
 */
#ifndef PAGES_H
#define PAGES_H

#include "class/class.h"
#include "class/rules.h"

/* Write them all. 0, or -1 with a message. */
int class_pages(const struct class *c, const struct rules *r,
                const struct student_marks *m, int n_students);

#endif
