/*
 * again.h - what a wrong result depends on: the last call is made again, in
 * processes of its own, under other conditions. What is said of it was seen.
 */
#ifndef AGAIN_H
#define AGAIN_H

#include "judge/judge.h"

/* Whether a result is the one that is wanted: what the call returned, and what
 * lies in the buffers. */
typedef bool again_right(const void *about, const struct judge_value *returned);

/* The last judge_call() came out wrong, and is made again, with those before it
 * that may have prepared it. To `text`, beginning with a blank: that
 * it is right where OpenMP gives the team that it was asked for, or by one
 * thread, or as the first call of a program; "" if nothing of the kind is so,
 * if it was said of another check, or if the call cannot be made again.
 * `exact`: the result has no roundings, so that two that differ say something.
 * `known`: something else is said already, and only the team is looked at.
 * Buffers are afterwards as they were. Whether there is something in `text`. */
bool again_say(again_right *right, const void *about, bool exact, bool known,
               char *text, size_t size);

/* Where in the buffers this number lies, if in one place only; else null.
 * `size`: its bytes, 4 or 8. */
const void *again_find(const void *number, size_t size);

#endif
