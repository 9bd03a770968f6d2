/* outcome.c - see outcome.h. */
#define _GNU_SOURCE
#include "judge/outcome.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "judge/builds.h"
#include "judge/closer.h"
#include "judge/ending.h"
#include "judge/exchange.h"
#include "judge/where.h"

static const struct place nowhere;

/* What the program printed last, for a finding; "" if nothing. */
static const char *last_words(const struct sandbox *s)
{
    static char words[400];
    const struct text *t = &s->output;
    size_t n = t->length;

    words[0] = '\0';
    if (!t->bytes)
        return words;
    while (n > 0 && t->bytes[n - 1] == '\n')
        n--;
    size_t start = n;
    while (start > 0 && t->bytes[start - 1] != '\n' && n - start < 200)
        start--;
    if (n > start)
        said_put(words, sizeof words, SAY(last_printed), (int)(n - start),
                 t->bytes + start, t->bytes[n - 1] == '.' ? "" : ".");
    return words;
}

/* Nothing of the student's was called when it happened. */
static bool left_behind;

/* The crash may come of what the device, or the test, has refused. */
static const char *about_refusal(void)
{
    static char text[300];

    if (student.withheld) {
        said_put(text, sizeof text,
                 left_behind ? SAY(withheld_work_still_running)
                             : SAY(withheld_result_unchecked),
                 student.withheld);
        return text;
    }
    if (!student.refuses)
        return "";
    said_put(text, sizeof text, SAY(refused_call_unchecked), judge_refused());
    return text;
}

/* A sentence for how a program ended. */
static void describe_end(int code, const char *where, const char *words,
                         char *text, size_t size)
{
    int sig = code > 128 && code < 128 + 65 ? code - 128 : 0;

    if (sig == SIGSEGV || sig == SIGBUS)
        said_put(text, size, SAY(crashed_segmentation_fault), where,
                 strsignal(sig), words, about_refusal());
    else if (sig == SIGFPE)
        said_put(text, size, SAY(crashed_division_by_zero), where, words);
    else if (sig == SIGSYS)
        said_put(text, size, SAY(stopped_forbidden_system_call), where, words);
    else if (sig == SIGABRT)
        said_put(text, size, SAY(stopped_itself_abort), where, words);
    else if (sig == SIGXCPU || sig == SIGKILL)
        said_put(text, size, SAY(killed_time_or_memory), where, words);
    else if (sig)
        said_put(text, size, SAY(ended_by_signal), where, strsignal(sig),
                 words);
    else
        said_put(text, size, SAY(ended_whole_program), where, code, words);
}

/* A crash has a line; what the code chose to do has not. */
static void look_closer(const char *where, const char *text)
{
    const int sig = student.box.exit_code - 128;
    char begin[500];
    size_t used;

    if (sig != SIGSEGV && sig != SIGBUS && sig != SIGFPE && sig != SIGABRT)
        return;
    said_put(begin, sizeof begin,
             sig == SIGABRT ? SAY(stopped_itself) : SAY(crashed_at_place),
             where);
    used = strlen(begin);
    if (student.withheld)
        snprintf(begin + used, sizeof begin - used, "%s", about_refusal());
    closer_look(CLOSER_CRASH, begin, text);
}

_Noreturn void outcome_gone(const char *where)
{
    char text[sizeof current()->message];
    struct place place = {0};
    const char *about;
    size_t used;

    sandbox_wait(&student.box, 2);
    /* A crash is not a race: if the detector saw none, the correctness and
     * memory checks have the crash, and this one is still to come. */
    if (current()->kind == KIND_RACE && student.box.exit_code != 128 + SIGSYS)
        judge_put_off(SAY(not_checked_crash));
    describe_end(student.box.exit_code < 0 ? 0 : student.box.exit_code, where,
                 last_words(&student.box), text, sizeof text);
    about = judge_about_build(&place);
    if (!*about)
        look_closer(where, text);
    used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s", about);
    judge_end_test(STATUS_FAIL, place, text);
}

/* Who counts on all that were asked for waits for ever. */
static const char *about_team(void)
{
    return student.fewer || (student.limit && student.limit < student.team)
               ? SAY(openmp_gave_fewer_threads)
               : "";
}

/* Whether the lab's contract has this function, and not the judge's own part of
 * the process. */
static bool is_contracts(const char *function)
{
    char path[PATH_MAX], line[MAX_NAME + 2];
    bool found = false;
    FILE *names;

    snprintf(path, sizeof path, "%s/names.txt", judge.work);
    names = fopen(path, "re");
    while (names && !found && fgets(line, sizeof line, names)) {
        line[strcspn(line, "\n")] = '\0';
        found = !strcmp(line, function);
    }
    if (names)
        fclose(names); /* only read from: nothing can be lost */
    return found || !names;
}

/* With which numbers; "" for a call without any. */
static void name_numbers(const struct request *q, char *text, size_t size)
{
    size_t n = 0;
    bool any = false;

    n += (size_t)said_put(text, size, SAY(part_call_was), q->function);
    for (int i = 0; i < q->n_args && n < size; i++) {
        const struct wire_value *v = &q->arg[i];
        const char *comma = i ? ", " : "";

        any = any || v->type == T_I32 || v->type == T_I64 ||
              v->type == T_SIZE || v->type == T_F64;
        if (v->type == T_I32 || v->type == T_I64)
            n += (size_t)snprintf(text + n, size - n, "%s%lld", comma,
                                  (long long)v->i);
        else if (v->type == T_SIZE)
            n += (size_t)snprintf(text + n, size - n, "%s%zu", comma,
                                  (size_t)v->i);
        else if (v->type == T_F64)
            n += (size_t)snprintf(text + n, size - n, "%s%.10g", comma, v->d);
        else
            n += (size_t)snprintf(text + n, size - n, "%s...", comma);
    }
    if (any && n < size)
        n += (size_t)snprintf(text + n, size - n, ").");
    if (!any || n >= size)
        *text = '\0';
}

/* Not the detector's slow motion: it runs on, and nobody knows why. q: the
 * call, if it is one. */
static _Noreturn void fail_late(const char *where, const struct request *q,
                                double limit)
{
    struct place place = nowhere;
    char at[700], numbers[200] = "";

    if (q && is_contracts(q->function))
        name_numbers(q, numbers, sizeof numbers);
    where_threads_are(&place, at, sizeof at);
    if (*at)
        judge_fail_at(place, SAY(did_not_return_at), where, limit, numbers,
                      about_team(), at, last_words(&student.box));
    judge_fail_at(nowhere, SAY(did_not_return), where, limit, numbers,
                  about_team(), last_words(&student.box));
}

/* What of the student's is at work in such a call: its function, the one that a
 * helper of the judge's calls, or what the call before has left behind. */
static void name_place(const struct request *q, char *place, size_t size)
{
    static char last[MAX_NAME];
    const char *function = is_contracts(q->function) ? q->function : NULL;

    for (int i = 0; i < q->n_args && !function; i++)
        if (q->arg[i].type == T_FUNC && is_contracts(q->arg[i].name))
            function = q->arg[i].name;
    left_behind = !function && *last;
    if (function) {
        snprintf(last, sizeof last, "%s", function);
        snprintf(place, size, "%s()", function);
    } else if (*last) {
        said_put(place, size, SAY(part_left_behind), last);
    } else {
        snprintf(place, size, "%s()", q->function);
    }
}

/* What cannot be blamed on the student's code, see late.h. Under a detector all
 * is so slow that a large team is enough. */
static void untold_if_late(const char *place, double limit)
{
    const bool large = student.team > LATE_MANY_A_CORE * judge_cores();
    double cpu;
    const enum late why = wait_why(&cpu);

    if (why == LATE_STARVED)
        judge_untold(SAY(untold_busy_few_seconds), place, cpu,
                     limit * LATE_PATIENCE);
    if (why == LATE_CROWD || (large && build_is_detector(student.build)))
        judge_untold(SAY(untold_threads_exceed_cores), student.team,
                     judge_cores(), place, limit);
}

void outcome_stuck(const char *where)
{
    enum { SECONDS = 10 }; /* as start_process() gave it */

    if (sandbox_wait(&student.box, 0.1))
        return;
    student.late = true;
    untold_if_late(where, SECONDS);
    judge.table->stuck += student.build != BUILD_MEMCHECK;
    fail_late(where, NULL, SECONDS);
}

/* It has not come back. */
static _Noreturn void end_late(const char *place, const struct request *q,
                               double limit)
{
    const bool detector = build_is_detector(student.build);
    const bool stuck = judge.table->stuck > 0;

    student.late = true;
    untold_if_late(place, limit);
    /* In slow motion code may be late that is not without. */
    judge.table->stuck += !detector || stuck;
    if (!detector)
        fail_late(place, q, limit);
    /* It came back without the detector, or we would not be here. No verdict
     * on races, but no way around the check either. */
    judge_put_off(stuck ? SAY(did_not_return_again)
                        : SAY(not_checked_did_not_return),
                  place, limit, last_words(&student.box));
}

static _Noreturn void end_garbage(const char *place)
{
    judge_fail_at(nowhere, SAY(wrote_to_foreign_descriptor), place);
}

/* It printed, or reported, without end. */
static _Noreturn void end_flood(const char *place)
{
    student.late = true;
    if (student.box.output.total > SANDBOX_OUTPUT_LIMIT) {
        judge.table->stuck++;
        judge_fail_at(nowhere, SAY(printed_too_much), place);
    }
    if (build_is_detector(student.build)) {
        judge_put_off(SAY(not_checked_report_too_large), place);
    }
    /* nobody but the student had anything to write there */
    end_garbage(place);
}

void judge_outcome(enum outcome o, const struct request *q,
                   const struct reply *reply, double limit)
{
    char place[MAX_NAME + 80];

    name_place(q, place, sizeof place);
    switch (o) {
    case CALL_DONE:
        break;
    case CALL_GONE:
        outcome_gone(place);
    case CALL_LATE:
        end_late(place, q, limit);
    case CALL_FLOOD:
        end_flood(place);
    case CALL_GARBAGE:
        end_garbage(place);
    }
    if (reply->type == REPLY_NO_FUNCTION)
        judge_fail_at(nowhere, SAY(lab_function_not_defined), reply->name);
    if (reply->type != REPLY_DONE)
        end_garbage(place);
}
