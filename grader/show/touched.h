/*
 * touched.h - what one warp's request touches, in the form of a grid of 32
 * columns that text and pictures draw: sectors of global memory, banks of
 * shared memory, turns of atomic operations. Counted from the lanes' offsets
 * as the device counts them.
 */
#ifndef TOUCHED_H
#define TOUCHED_H

#include "reports/simt_report.h"

enum touched_form {
    TOUCHED_SECTORS,    /* a row: 128 bytes, four sectors, 32 words */
    TOUCHED_WAVEFRONTS, /* a row: what the 32 banks give at once */
    TOUCHED_ADDRESSES   /* a row: the lanes, one after the other, that change
                         * one address */
};

struct touched_row {
    int64_t byte;      /* the first, in the object */
    uint32_t want[32]; /* the lanes that want this word */
    bool moved[32];    /* this word is moved, wanted or not */
    uint32_t lanes;
};

struct touched {
    enum touched_form form;
    int n;
    int units;         /* sectors, wavefronts, or passes */
    int least;         /* that could hold the bytes that the lanes asked for */
    int phases;        /* TOUCHED_WAVEFRONTS: the least */
    bool shared_words; /* more than one lane wants the same word */
    struct touched_row row[32 * 4];
};

/* Whether there is a request to show. */
bool touched_any(const struct simt_line *l);

/* What the line's worst request touches; in which form follows from it. */
void touched_by(const struct simt_line *l, struct touched *t);

/* Only how many sectors, wavefronts or passes that are. */
int touched_units(const struct simt_request *q, bool load,
                  enum touched_form form);

#endif
