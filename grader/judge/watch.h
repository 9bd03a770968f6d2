/*
 * watch.h - what watches the student's code in a build has seen, and whether
 * its silence is good news.
 */
#ifndef WATCH_H
#define WATCH_H

#include "judge/state.h"

/* Where the CPU device's report goes, piece by piece, while it is wanted. */
void watch_take(const char *bytes, size_t n);

/* Did check mode find anything wrong? Counts then mean little. */
bool watch_broken(void);

/*
 * The end mark: an answer that only a process gives which has come to its end
 * in good order (end_mark.h). Without it silence says nothing.
 */

/* Fill in the request for it. */
void mark_ask(struct request *q);

/* Whether this is the answer; student.reports then is its count. */
bool mark_came(const struct request *q, const struct reply *reply);

/* Ask the runner for it, and wait. */
bool mark_get(void);

/* Whether the race detector knows what orders the student's threads: it does
 * where they are no OpenMP threads, or where libarcher works and clang knows
 * the directives. If not, f says so. */
bool watch_understands(struct finding *f);

/* Nothing was reported; but the end mark, which makes good news of that, says
 * otherwise, or it is not there. False if the machine is to blame. */
bool watch_say_silence(struct finding *f);

/* What the detector of this build has found that the running test is about,
 * once the process has ended; true if anything. */
bool watch_finding(struct finding *found);

/* Nothing is asked any more. */
void watch_end(void);

/* No race was found; but was there anything to find one in? What was refused
 * or broke off did not run to its end. */
bool watch_all_has_run(void);

/* The running test's finding: nobody saw the code come to its end on the GPU. */
void watch_say_unwatched(void);

#endif
