/*
 * inside.h - the child of sandbox_start(), from fork to exec.
 *
 * Around the program are bubblewrap, or where that does not work Landlock's
 * fence, and in any case the filters of filter.h. The last two need a process
 * of our own inside: it is this executable once more, at sandbox_enter().
 */
#ifndef INSIDE_H
#define INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>

#include "sandbox/sandbox.h"

/* Become the program. wanted[] goes to descriptors 0, 1, ...; those below 0 are
 * closed. */
_Noreturn void inside_become(const struct sandbox_options *o, bool bwrap,
                             rlim_t cpu_seconds, int *wanted, size_t n_wanted);

#endif
