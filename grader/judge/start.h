/* start.h - how a process of the student's comes up. */
#ifndef START_H
#define START_H

#include "judge/state.h"

/* The sentence of a speed check where nothing can be measured. */
const char *start_no_gpu(void);

/* Ends the test, without a fail, if this build is not there. */
void start_requires(enum build build);

/* Start the student's process, and wait for its hello; ends the test if none
 * comes. A `program` has its own main(). `where` is what runs until then. */
void start_process(const struct sandbox_options *o, enum build build,
                   bool program, const char *where);

/* Start a lab's own ceiling program on the GPU, as trusted as the judge. Ends
 * the test, without a fail, where the kit was handed out without it. */
void judge_start_ceiling(struct sandbox *box, struct peer *p);

#endif
