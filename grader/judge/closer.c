/* closer.c - see closer.h. The first finding lies in the table meanwhile: the
 * second round may end in any way. */
#define _GNU_SOURCE
#include "judge/closer.h"

#include <stdio.h>

#include "judge/builds.h"
#include "judge/ending.h"

static bool is_fast(enum build build)
{
    return build == BUILD_PLAIN || build == BUILD_FILLED;
}

enum build closer_build(enum build build)
{
    if (!judge.closer || !is_fast(build))
        return build;
    return judge_is_cuda() ? BUILD_CHECK : BUILD_ASAN;
}

void closer_look(enum closer what, const char *begin, const char *text)
{
    const enum build closer = judge_is_cuda() ? BUILD_CHECK : BUILD_ASAN;
    struct finding *first = &judge.table->first_look[judge.current];

    if ((current()->kind != KIND_CORRECTNESS &&
         current()->kind != KIND_OUTPUT) ||
        judge.gpu || judge.closer || judge.round > 0 ||
        !is_fast(student.build) || student.long_call || student.refuses ||
        judge_has_kept() || !judge_has_build(closer))
        return;
    *first = *current();
    first->status = STATUS_FAIL;
    finding_say(first, "%s", text);
    snprintf(judge.closer_begin, sizeof judge.closer_begin, "%s", begin);
    judge.closer_next = what;
    judge_start_over();
}

void closer_look_at_values(void)
{
    judge.table->first_look[judge.current] = *current();
    current()->status = STATUS_NONE;
    *judge.closer_begin = '\0';
    judge.closer_next = CLOSER_VALUES;
}

void closer_begin(void)
{
    judge.closer = judge.closer_next;
    judge.closer_next = CLOSER_NOT;
    judge.closer_saw = false;
}

void closer_settle(void)
{
    const struct finding *first = &judge.table->first_look[judge.current];

    if (!judge.closer)
        return;
    /* A detector that gets no memory either has nothing to say. */
    if (!judge.closer_saw || (student.withheld && !current()->place.line))
        *current() = *first;
    else if (judge.closer == CLOSER_VALUES) {
        char found[sizeof first->message];

        snprintf(found, sizeof found, "%s", current()->message);
        finding_say(current(), "%s%s", first->message, found);
    }
    current()->max_points = first->max_points;
    judge.closer = CLOSER_NOT;
    judge.table->wrong = judge.table->wrong_in_order = true;
}
