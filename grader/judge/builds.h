/*
 * builds.h - the builds of the student's file, as the judge runs them: which
 * are there, what watches the code in them, how long a call may take.
 */
#ifndef BUILDS_H
#define BUILDS_H

#include "judge/state.h"

/* Is the student's file a .cu? */
bool judge_is_cuda(void);

/* Whether the student's file was built in this way. */
bool judge_has_build(enum build build);

/* The build that this test starts where it asks for `build`. */
enum build build_filled(enum build build);

bool build_is_detector(enum build build);

/* Whether something watches the student's code in this build whose silence is
 * good news. compute-sanitizer has an end mark of its own. */
bool build_is_watched(enum build build);

/* Seconds that a call, or a whole program, may take. */
double build_call_limit(enum build build);

/* How a program from this build is run by this test; without the arenas. */
struct sandbox_options build_options(enum build build, int threads);

#endif
