/*
 * grade.h - `kit grade`: which labs are graded, and where their results are
 * kept.
 */
#ifndef GRADE_H
#define GRADE_H

#include "base/lab.h"
#include "command/settings.h"
#include "show/results.h"

/*
 * Bring what is stored for this lab up to date with the student's file: grade
 * it if it has changed since, and store that. 0 with *l pointing into r, null
 * where there is nothing to grade (no file, or still the skeleton); -1 for
 * trouble of our own. Between grade_begin() and grade_end().
 */
int grade_if_changed(const struct settings *s, const struct lab *lab,
                     struct results *r, const struct lab_result **l);

/* Whether that would grade it. */
bool grade_is_due(const struct settings *s, const struct lab *lab,
                  struct results *r);

/* `kit grade`; and the check programs that it is going to run, one a line, so
 * that make builds these and no others. */
int grade_command(const struct settings *s);
int grade_needs_command(const struct settings *s);

#endif
