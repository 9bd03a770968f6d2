/*
 * closer.h - a second look. A test that has seen a crash, a call of CUDA that
 * failed, or wrong values, knows neither the line nor the cause. It is run once
 * more, with the same numbers, where something watches each access and each
 * call: what that says takes the place of the first finding, which stays if
 * nothing is seen then.
 */
#ifndef CLOSER_H
#define CLOSER_H

#include "judge/state.h"

/* Run the test once more. `begin` are the sentences that what is seen then is
 * put behind, `text` is the finding if nothing is seen. Comes back if this test
 * cannot look closer, or does so already. */
void closer_look(enum closer what, const char *begin, const char *text);

/* The build that is started in place of this one. */
enum build closer_build(enum build build);

/* The same for the running test, whose values were wrong: it is about to be run
 * again. What is seen then is put behind the first finding. */
void closer_look_at_values(void);

/* Before each round of a test; and after the last one. */
void closer_begin(void);
void closer_settle(void);

#endif
