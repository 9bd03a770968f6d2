/*
 * outcome.h - what became of a call or of a whole process, as a finding.
 * `where` names the place for the student: "sum_array()".
 */
#ifndef OUTCOME_H
#define OUTCOME_H

#include "judge/exchange.h"

/* Returns only for CALL_DONE with REPLY_DONE. */
void judge_outcome(enum outcome o, const struct request *q,
                   const struct reply *reply, double limit);

/* The student's process is gone, for a reason that is now found out. */
_Noreturn void outcome_gone(const char *where);

/* No hello in ten seconds, and it still runs: a constructor that never ends.
 * It would do the same in every other check. Returns if it has ended. */
void outcome_stuck(const char *where);

#endif
