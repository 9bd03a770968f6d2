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
        snprintf(words, sizeof words, _(" It last printed: \"%.*s\"%s"),
                 (int)(n - start), t->bytes + start,
                 t->bytes[n - 1] == '.' ? "" : ".");
    return words;
}

/* Nothing of the student's was called when it happened. */
static bool left_behind;

/* The crash may come of what the device, or the test, has refused. */
static const char *about_refusal(void)
{
    static char text[300];

    if (student.withheld) {
        snprintf(text, sizeof text,
                 left_behind
                     ? _(" In this test %s, and what your code had started "
                         "before is still at work when it has come back: wait "
                         "for it on this way out, too, and free nothing before "
                         "that.")
                     : _(" In this test %s: does your code look at what it "
                         "returns, and go on only with what it got?"),
                 student.withheld);
        return text;
    }
    if (!student.refuses)
        return "";
    snprintf(text, sizeof text,
             _(" In this call the device refuses %s: does your code look at "
               "what each call returns, and go on only if it worked?"),
             judge_refused());
    return text;
}

/* A sentence for how a program ended. */
static void describe_end(int code, const char *where, const char *words,
                         char *text, size_t size)
{
    int sig = code > 128 && code < 128 + 65 ? code - 128 : 0;

    if (sig == SIGSEGV || sig == SIGBUS)
        snprintf(text, size,
                 _("Your code crashed in %s: it touched memory that is not "
                   "its own (%s): through an index that is too large, a "
                   "pointer that is null, or a function that calls itself "
                   "without end.%s%s"),
                 where, strsignal(sig), words, about_refusal());
    else if (sig == SIGFPE)
        snprintf(text, size,
                 _("Your code crashed in %s: an integer was divided by "
                   "zero.%s"),
                 where, words);
    else if (sig == SIGSYS)
        snprintf(text, size,
                 _("Your code was stopped in %s: it asked the system for "
                   "something that no lab needs (to start, trace or signal a "
                   "process, or to close or copy a descriptor of the "
                   "judge).%s"),
                 where, words);
    else if (sig == SIGABRT)
        snprintf(text, size,
                 _("Your code stopped itself in %s (abort: a failed assert, "
                   "or damaged malloc memory).%s"),
                 where, words);
    else if (sig == SIGXCPU || sig == SIGKILL)
        snprintf(text, size,
                 _("Your code was killed in %s: it used too much time or "
                   "memory.%s"),
                 where, words);
    else if (sig)
        snprintf(text, size, _("Your code was ended in %s by a signal: %s.%s"),
                 where, strsignal(sig), words);
    else
        snprintf(text, size,
                 _("Your code ended the whole program in %s (exit code %d); "
                   "it must return to its caller instead.%s"),
                 where, code, words);
}

/* A crash has a line; what the code chose to do has not. */
static void look_closer(const char *where, const char *text)
{
    const int sig = student.box.exit_code - 128;
    char begin[500];
    size_t used;

    if (sig != SIGSEGV && sig != SIGBUS && sig != SIGFPE && sig != SIGABRT)
        return;
    snprintf(begin, sizeof begin,
             sig == SIGABRT ? _("Your code stopped itself in %s.")
                            : _("Your code crashed in %s."),
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
        judge_put_off(_("Not checked: your code crashed before the race "
                        "detector could see all of it. Mend the crash "
                        "first."));
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
               ? _(" In this case OpenMP gave fewer threads than were asked "
                   "for. How many came says omp_get_num_threads(), called in "
                   "the parallel region; whoever waits for more waits for "
                   "ever.")
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

    n += (size_t)snprintf(text, size, _(" The call was %s("), q->function);
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
        judge_fail_at(place,
                      _("Your code did not come back from %s within %.0f "
                        "seconds.%s%s%s%s"),
                      where, limit, numbers, about_team(), at,
                      last_words(&student.box));
    judge_fail_at(nowhere,
                  _("Your code did not come back from %s within %.0f seconds: "
                    "an endless loop, threads that wait for each other "
                    "(deadlock), or memory that was overwritten.%s%s%s"),
                  where, limit, numbers, about_team(),
                  last_words(&student.box));
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
        snprintf(place, size, _("something that %s() left behind"), last);
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
        judge_untold(_("Could not be told: other programs keep this machine so "
                       "busy that %s had only %.1f seconds of processor time "
                       "in %.0f seconds. No points are lost. Close what else "
                       "is running and grade again."),
                     place, cpu, limit * LATE_PATIENCE);
    if (why == LATE_CROWD || (large && build_is_detector(student.build)))
        judge_untold(_("Could not be told in full: with %d threads on %d cores "
                       "your code did not come back from %s within %.0f "
                       "seconds. That is so if they all wait in loops for each "
                       "other. No points are lost."),
                     student.team, judge_cores(), place, limit);
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
    judge_put_off(
        stuck ? _("Your code did not come back from %s here, either. In "
                  "the %.0f seconds until it was stopped, nothing was "
                  "found.%s")
              : _("Not checked: under the detector your code did not "
                  "come back from %s within %.0f seconds. Does it wait "
                  "in a loop, or for something that never comes?%s"),
        place, limit, last_words(&student.box));
}

static _Noreturn void end_garbage(const char *place)
{
    judge_fail_at(nowhere,
                  _("Your code wrote into a descriptor that is not its own "
                    "while it ran %s. Write to stdout (printf) only."),
                  place);
}

/* It printed, or reported, without end. */
static _Noreturn void end_flood(const char *place)
{
    student.late = true;
    if (student.box.output.total > SANDBOX_OUTPUT_LIMIT) {
        judge.table->stuck++;
        judge_fail_at(nowhere,
                      _("Your code printed more than 1 MB in %s and was "
                        "stopped. Take the prints out of the loop."),
                      place);
    }
    if (build_is_detector(student.build)) {
        judge_put_off(
            _("Not checked: the report of what your code did in %s is "
              "larger than 1 GB. Each launch of a kernel and each thing "
              "that is found is told in it: make fewer launches, and "
              "let each do more."),
            place);
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
        judge_fail_at(nowhere,
                      _("Your file defines no function %.60s() that others can "
                        "call. Is it renamed, static, or deleted? The .h file "
                        "beside yours says what is asked for."),
                      reply->name);
    if (reply->type != REPLY_DONE)
        end_garbage(place);
}
