/*
 * inside.h - the child of sandbox_start(), from fork to exec.
 *
 * Around the program is a wall (wall.h), and in any case the filters of
 * filter.h. Within bubblewrap these need a process of our own: it is this
 * executable once more, at sandbox_enter().
 */
#ifndef INSIDE_H
#define INSIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "sandbox/sandbox.h"
#include "sandbox/wall.h"

/* Become the program. wanted[] goes to descriptors 0, 1, ...; those below 0 are
 * closed. */
_Noreturn void inside_become(const struct sandbox_options *o,
                             enum wall_kind kind, int cores, int *wanted,
                             size_t n_wanted);

#endif
