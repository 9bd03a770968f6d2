/*
 * sanitizer_say.h - a sanitizer's report as sentences for a beginner, each
 * function for one sort of them. They set the finding's place and add to its
 * message.
 */
#ifndef SANITIZER_SAY_H
#define SANITIZER_SAY_H

#include "base/finding.h"
#include "reports/sanitizer_raw.h"

void report_say_race(const struct report *r, struct finding *f);

/* Threads, locks and memory that are misused. */
void report_say_fault(const struct report *r, struct finding *f);

/* There has to be a stack to talk about: the first of the student's, else the
 * first that is not the OpenMP runtime's own; or null. */
const struct stack *report_leak(const struct report *r);
void report_say_leak(const struct report *r, struct finding *f);

void report_say_undefined(const struct report *r, struct finding *f);

/* More memory than the machine gives, or than is allowed here. */
void report_say_too_much(const struct report *r, struct finding *f);

/* ---- pieces of sentences ------------------------------------------------ */

enum { NAME_SIZE = 80, QUOTE_SIZE = 120 };

void report_place(struct finding *f, const struct report *r,
                  const struct spot *spot);

/* The line's code without its indentation, cut if it is long; "" if the file
 * or the line is not there. */
void report_quote(const struct report *r, const struct spot *spot, char *quote,
                  size_t size);

/* The variable that the line reads or writes there, or "". */
void report_variable(const struct report *r, const struct spot *spot,
                     bool reading, char *name, size_t size);

#endif
