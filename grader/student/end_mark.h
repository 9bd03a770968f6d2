/*
 * end_mark.h - the last word of the kit in the student's process. A detector
 * that reports nothing may have seen nothing, or it may be gone; so once all
 * calls have come back the judge sends a secret, and only this answer with the
 * same secret means that somebody watched to the end.
 *
 * Included by runner.c and program.c.
 */
#ifndef END_MARK_H
#define END_MARK_H

#define SIMT_OPTIONAL
#include "common/simt/runner.h"

#include "student/protocol.h"

/* Present only in AddressSanitizer's build. It reports what it finds at once
 * and ends the program, leaks too. */
extern void __asan_poison_memory_region(void const volatile *p, size_t n)
    __attribute__((weak));
extern void __lsan_do_leak_check(void) __attribute__((weak));

/* Present only in the race detector's build (race_runtime.c). */
extern int32_t labkit_races(void) __attribute__((weak));

/* Present only where correctness is judged (strict_runtime.c). */
extern void labkit_end_strict(struct reply *reply) __attribute__((weak));

/* How many things have been reported; -1: nobody watched. The CPU device's
 * check mode has an end mark of its own besides. */
static int32_t count_reports(void)
{
    if (labkit_races)
        return labkit_races();
    if (__lsan_do_leak_check)
        __lsan_do_leak_check();
    return __asan_poison_memory_region || labkit_end_strict || simt_report_mark
               ? 0
               : -1;
}

static void end_mark(const struct request *request, struct reply *reply)
{
    reply->number = request->number;
    reply->type = REPLY_END;
    reply->reports = count_reports();
    reply->secret = request->secret;
}

#endif
