/*
 * ending.h - the end of a test. Whoever finds something calls judge_end_test()
 * or one of its relatives in judge.h, and does not come back.
 */
#ifndef ENDING_H
#define ENDING_H

#include "judge/state.h"

/* End whatever still runs and look at detector reports. */
void judge_finish(void);

/* End the test with this status; the first finding of a test counts. */
_Noreturn void judge_end_test(enum check_status status, struct place place,
                              const char *message);

/* As judge_skip(), but the points are lost: something else has to be mended
 * first. */
_Noreturn void judge_put_off(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* The running test is run once more, from the beginning. */
_Noreturn void judge_start_over(void);

/* The running test ends here: its finding is in the table, and run_test() tells
 * Check of it. */
_Noreturn void judge_leave(void);

/* Whether a wrong value is what this test looks for. */
bool judge_values_count(void);

/* A value is wrong: ends the test, but not in slow motion, where calls that are
 * still to come may show the race behind it, which says more. */
void judge_wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* These parts of what judge_wrong() gets next say what a wrong value looks like
 * and where that may come from. Where a check of races or memory finds a line,
 * they are left out at the end: what is known comes before what is likely. */
void judge_guesses(const char *why, const char *again);

/* What judge_wrong() gets next is so small a case that a larger one may say
 * more: a correctness test goes on, and what it would say is kept for its end.
 * If it says more now, what was kept is not needed. */
void judge_may_go_on(void);

/* What the compiler has only warned of, and what may be why the result is
 * wrong: an ignored pragma, a return that is missing. "" if nothing; else it
 * begins with a blank, and *place gets the line. */
const char *judge_about_build(struct place *place);
void judge_says_more(void);

/* Whether something is kept. */
bool judge_has_kept(void);

/* What an expectation of judge.h calls the case, in `text`. */
#define WHAT(text, format)                           \
    char text[400];                                  \
    do {                                             \
        va_list args_;                               \
        va_start(args_, format);                     \
        said_vput(text, sizeof text, format, args_); \
        va_end(args_);                               \
    } while (0)

#endif
