/*
 * filter.h - what a program may ask of the kernel: system call filters.
 *
 * Two filters, one behind the other; the kernel takes the stricter answer.
 *
 * - The first knows only names: what the C library, OpenMP, the detectors and
 *   the CPU device use. All else is answered as if this kernel did not have
 *   it, so that who only tries goes on without. A name that libseccomp or this
 *   architecture does not know is left out.
 * - The second refuses some uses of what the first lets through, and ends who
 *   reaches for other processes or for the kit's descriptors: the judge can
 *   name SIGSYS.
 *
 * CUDA needs more than anybody could list; there the second is alone, and
 * knows more names.
 *
 * The kernel looks at the lower half of a number that is an int. So what is
 * refused is compared by that half alone, and what is allowed as a whole.
 */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>

/* What the program is that runs inside. */
enum {
    INSIDE_LEAK_CHECK = 1, /* LeakSanitizer may trace it */
    INSIDE_GPU = 2,        /* it uses CUDA */
    INSIDE_DEVICE = 16     /* it runs on the CPU device */
};

/* Put the filters on this process. `program`: the only path, by its address,
 * that it may still become; or null. False, with errno. */
bool filter_load(unsigned how, const char *program);

#endif
