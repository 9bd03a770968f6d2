/* call.h - calls into the student's process, or into our own. */
#ifndef CALL_H
#define CALL_H

#include "judge/state.h"

/* Fill in a request; the buffers are all that judge_in/out have made. On a
 * GPU their bytes go there now, unless judge_copies() was called. */
void judge_request(struct request *q, const char *function,
                   enum value_type returns, const struct judge_args *args);

/* What the n-th call of a request returned. */
struct judge_value judge_got(const struct request *q, const struct reply *reply,
                             int n);

/* What is said of right results where threads only seemed to work. */
const char *judge_for_show(void);

/* Seconds of all calls of this check. */
double call_spent(void);

/* What was asked for the next call is not, any more. */
void call_forget(void);

#endif
