/*
 * simt_mend.h - what to do about a race of two threads of a kernel, by the
 * place where it happens: around.h says what stands there.
 */
#ifndef SIMT_MEND_H
#define SIMT_MEND_H

#include "reports/simt_say.h"

/* A race as it is told. */
struct race {
    bool one_block;
    bool line;     /* both sides are on the same */
    bool mixed;    /* one of them is atomic */
    bool in_block; /* both are: these race if they are those of single blocks */
    bool update;   /* `x += 1` by both */
    bool lost;     /* what one of them writes */
    bool named;    /* the object is one of the source's, not "the same ..." */
    char name[2][NAME], object[NAME + 30];
    char who[200], lines[700], where[100];
};

void simt_mend_race(const struct simt_raw *raw, const struct race *r,
                    struct finding *f);

#endif
