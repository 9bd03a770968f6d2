/*
 * detectors.h - whether what watches a student's code can be believed on this
 * machine.
 *
 * A detector is a part of the system that the kit does not know in advance: a
 * new version may ask the kernel for something that the filter refuses, or not
 * start where addresses are more random than it expects. So each is tried with
 * a program of the kit's own that is right, and with one that is wrong, built
 * by build.h and run under the very sandbox of a grading. What dies on the
 * right program, or is silent about the wrong one, says nothing about a
 * student's.
 *
 * Tried once for each machine; a file in build/ keeps what came of it, with
 * what it may depend on.
 */
#ifndef DETECTORS_H
#define DETECTORS_H

#include <stdbool.h>

#include "sandbox/build.h"
#include "sandbox/sandbox.h"

enum detector {
    DETECTOR_RACES,  /* ThreadSanitizer with Archer */
    DETECTOR_MEMORY, /* AddressSanitizer, UBSan */
    DETECTOR_LEAKS,  /* LeakSanitizer */
    DETECTOR_DEVICE, /* check mode of the CPU device */
    DETECTORS
};

enum detector_state {
    DETECTOR_UNTRIED, /* it is not there, or the machine was too busy */
    DETECTOR_WORKS,
    DETECTOR_RANDOM,   /* does not start: addresses are too random for it */
    DETECTOR_FILTERED, /* the filter ends it */
    DETECTOR_DIES,     /* on the right program, otherwise */
    DETECTOR_BLAMES,   /* the right program */
    DETECTOR_BLIND     /* finds nothing in the wrong one */
};

enum detector_state detector_tried(enum detector d);

/* Why it cannot be believed, and what helps, in sentences; null if it can, or
 * if nobody knows better. */
const char *detector_trouble(enum detector d);

/* The same of those that watch a build. */
const char *detector_trouble_of(enum build build);

/* The same of a program that has ended before it said hello, so that nothing of
 * a student's had run. */
const char *detector_died(enum build build, const struct sandbox *s);

/* Forget what is known, and what the file says. */
void detectors_try_anew(void);

#endif
