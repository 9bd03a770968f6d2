/*
 * refusals.h - what judge_refuse() and its relatives in judge.h ask of the CPU
 * device in the next process.
 */
#ifndef REFUSALS_H
#define REFUSALS_H

#include "judge/state.h"

/* Put it into the options of the process that is started now, and into
 * `student`. It does not hold for the next one, but for a made-up device. */
void refusals_take(struct sandbox_options *o);

#endif
