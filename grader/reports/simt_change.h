/*
 * simt_change.h - what a line of a kernel does to the place that it changes, by
 * its text, and which atomic function does that in one step.
 */
#ifndef SIMT_CHANGE_H
#define SIMT_CHANGE_H

#include "reports/simt_raw.h"

enum change { UNKNOWN, ADDS, MAXIMUM, MINIMUM, SETS_BITS };

/* What the line of one side does to the variable or element of this name. */
enum change simt_change_at(const struct simt_party *s, const char *name);

/* The same of a line where no name is known: "bins[c] += 1", "word |= bit",
 * "x = x + 1". What is added must not come from the same array. */
enum change simt_update_of(const char *line);

/* "atomicAdd() does all three in one step ..."; null if none does. */
const char *simt_by_one_step(enum change change);

#endif
