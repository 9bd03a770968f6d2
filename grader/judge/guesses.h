/*
 * guesses.h - what is known comes before what is likely. A message about a
 * wrong value may guess what it comes of; where another check has found a race
 * or an access at its line, the guess is left out and that line is named.
 *
 * What was seen stays, and nothing else is named beside it: a call that is
 * wrong with one thread is wrong without any race, and memory that is never
 * freed makes no value wrong.
 */
#ifndef GUESSES_H
#define GUESSES_H

#include "judge/state.h"

/* For all checks of a lab, when they are done. */
void guesses_leave_out(struct judge_table *t);

/* Likewise: where something was written beside an array, the line that the
 * memory check has found, if it has. */
void guesses_name_line(struct judge_table *t);

#endif
