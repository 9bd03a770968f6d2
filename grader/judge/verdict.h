/*
 * verdict.h - what a student is told of a speed that missed its goal, or of
 * which nobody could tell.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include "machine/measure.h"

/* In words; verdict->status is no pass. */
void verdict_words(const struct speed *v, const struct verdict *verdict,
                   char *text, size_t size);

#endif
