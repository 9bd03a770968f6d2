/*
 * speed_words.h - what a student is told of a speed that missed its goal, or of
 * which nobody could tell.
 */
#ifndef SPEED_WORDS_H
#define SPEED_WORDS_H

#include "machine/slow.h"

/* In words; verdict->status is no pass. `function` is the student's, that was
 * measured; `slow`: why, if that is known. */
void verdict_words(const struct speed *v, const struct verdict *verdict,
                   const char *function, const struct slow *slow, char *text,
                   size_t size);

#endif
