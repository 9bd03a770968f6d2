/*
 * slow.h - why a call is too slow, as far as its threads' times tell it. What
 * they do not tell plainly is SLOW_UNKNOWN: better no reason than a wrong one.
 */
#ifndef SLOW_H
#define SLOW_H

#include "machine/measure.h"

enum slow_why {
    SLOW_UNKNOWN,
    SLOW_ALONE,    /* one thread did nearly all */
    SLOW_UNEVEN,   /* one thread worked all the time, the others did not */
    SLOW_IN_TURNS, /* several worked, but never two at the same time */
    SLOW_WAITS,    /* all of them waited a good part of the time */
    SLOW_WAKES,    /* they fell asleep and were woken again and again */
    SLOW_WORK,     /* they worked, and it took far more than the work takes */
};

struct slow {
    enum slow_why why;
    double share; /* of the time that a thread worked, on average: of those
                   * beside the busiest (ALONE, UNEVEN), of all (others) */
    double work;  /* CPU time, over that of the ceiling */
    double wakes; /* turns on a core in one call, of all threads */
};

/* From n calls, each with one of the ceiling beside it. Calls in which others
 * had the cores tell little; most of the rest have to agree. */
struct slow slow_of(const struct usage *yours, const struct usage *ceiling,
                    int n, int cores);

#endif
