/*
 * sanitizer_mend.h - what to do about a race of two threads of the processor,
 * by the place where it happens. Only what the text shows is said; often that
 * is nothing.
 */
#ifndef SANITIZER_MEND_H
#define SANITIZER_MEND_H

#include "reports/sanitizer_say.h"

/* One side of a race. */
struct access {
    bool writes, atomic, locked;
    int thread; /* 0: the main thread */
    struct spot spot;
    char name[NAME_SIZE];
};

/* False if nothing was said. Where one side is atomic, only a missing barrier
 * is. */
bool report_mend_race(const struct report *r, const struct access a[2],
                      struct finding *f);

#endif
