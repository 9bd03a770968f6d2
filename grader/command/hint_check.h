/*
 * hint_check.h - whether the hints of a lab fit what its wrong answers are
 * caught by; for `kit verify`, and for those who write hints.
 */
#ifndef HINT_CHECK_H
#define HINT_CHECK_H

#include "base/hints.h"
#include "base/lab.h"
#include "command/expected.h"
#include "show/results.h"
#include "show/table.h"

/* Say what is wrong with hints.md, a sentence each: its form, a kind that gives
 * points and has no section, a wrong answer that does not say which hint fits
 * it. Nothing for a lab whose hints are in the handout. */
void hint_check_file(const struct lab *lab,
                     void (*say)(void *owner, const char *sentence),
                     void *owner);

/* Whether the first hint after this grading has the words that the wrong answer
 * names; else `why` gets a sentence. True if it names none. */
bool hint_fits(const struct lab *lab, const struct hints *h,
               const struct lab_result *l, const struct expected *e, char *why,
               size_t size);

/* Print what went wrong in a grading, and the first hint for it. */
void hint_show_first(const struct style *style, const struct hints *h,
                     const struct lab_result *l);

/* Keep how a wrong answer ("shared_sum.c") was graded, in build/verify/, and
 * get it again; so one can write hints without grading each time. hint_kept()
 * is false if there is nothing. */
void hint_keep(const struct lab *lab, const char *name,
               const struct lab_result *l);
bool hint_kept(const struct lab *lab, const char *name, struct lab_result *l);

#endif
