/*
 * past.h - the last calls of the student's code, to be made again, and what the
 * buffers held before each.
 */
#ifndef PAST_H
#define PAST_H

#include "judge/state.h"

struct past {
    struct call call;
    char *bytes; /* of the out-buffers, from the arena's beginning */
    size_t n;
    bool whole; /* not too much was there to be kept */
};

/* Before a judge_call(), which is student.last already. Only in
 * KIND_CORRECTNESS tests, and not on a GPU. */
void past_note(void);

/* The last calls, each of another function, as one may need what another one
 * has prepared; the last one last. None whose buffers are gone. */
const struct past *past_calls(int *n);

#endif
