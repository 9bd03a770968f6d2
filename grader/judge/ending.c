/*
 * ending.c - see ending.h. The student's process ends first: what watched it
 * may have seen more than the test. The first finding of a test counts, and it
 * lies in the table.
 */
#define _GNU_SOURCE
#include "judge/ending.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/source.h"
#include "judge/builds.h"
#include "judge/exchange.h"
#include "judge/narrow.h"
#include "judge/watch.h"
#include "reports/simt_report.h"
#include "sandbox/detectors.h"
#include "sandbox/diagnostics.h"

/* What was wrong in slow motion. */
static char slow[400];

/* A small case that was wrong: the first finding, unless a larger one says
 * more. So many calls are waited for it. */
static struct {
    char text[sizeof current()->message];
    struct place place;
    bool wanted; /* of the next judge_wrong() */
    int until;   /* student.calls */
} kept;

/* ---- the end of the process -------------------------------------------- */

/* A detector may have more to say when the program ends. */
static void wait_for_end(void)
{
    const double begin = measure_now(), limit = student.late ? 0.1 : 5;

    wait_begin();
    while (!sandbox_wait(&student.box, 0.1) &&
           !(student.late || wait_is_over(student.box.inside, begin, limit)))
        continue;
}

static bool undecided(void)
{
    return current()->status == STATUS_NONE;
}

static void decide(enum check_status status, struct place place,
                   const char *message)
{
    current()->status = status;
    current()->place = place;
    finding_say(current(), "%s", message);
}

/* Why nobody could look for leaks. */
static void say_no_leaks(void)
{
    const char *why = detector_trouble(DETECTOR_LEAKS);

    current()->status = STATUS_UNTOLD;
    finding_say(current(), SAY(leak_check_impossible),
                why ? why : SAY(bubblewrap_not_working));
}

/* Nothing was found; but was there anything to find it in, and could anybody
 * look? */
static void say_unseen(void)
{
    const struct place nowhere = {0};

    if (!undecided())
        return;
    if (student.build == BUILD_CHECK && current()->kind == KIND_RACE &&
        !student.late)
        judge.table->watched |= !student.launches || watch_all_has_run();
    if (student.build == BUILD_CHECK && current()->kind == KIND_RACE &&
        !student.late && !watch_all_has_run()) {
        current()->max_points = -1;
        decide(STATUS_SKIPPED, nowhere,
               student.launches ? SAY(not_checked_kernels_unfinished)
                                : SAY(not_checked_no_kernel));
    }
    if (student.build == BUILD_ASAN && student.no_leaks &&
        !student.box.leak_check)
        say_no_leaks();
}

/* What a detector has found becomes the test's finding, unless it has one.
 * False if it does not count as found. */
static bool believe(const struct finding *found)
{
    if (found->status == STATUS_UNTOLD) {
        if (undecided())
            decide(STATUS_UNTOLD, found->place, found->message);
        return false;
    }
    if (!undecided())
        return true;
    if (judge.closer) {
        current()->status = STATUS_FAIL;
        current()->place = found->place;
        finding_say(current(), "%s %s", judge.closer_begin, found->message);
        judge.closer_saw = true;
        if (judge.closer == CLOSER_CALL && found->place.line &&
            judge.table->refused <= 0)
            judge.table->refused = found->place.line;
        return true;
    }
    if (student.build == BUILD_TSAN && !watch_understands(current())) {
        current()->status = STATUS_SKIPPED;
        current()->max_points = 0; /* whatever it was called before */
        return false;
    }
    decide(STATUS_FAIL, found->place, found->message);
    return true;
}

/* A race that the teams before did not show: with how many threads it was. */
static void say_team(bool reported, struct finding *found)
{
    static int without; /* so many teams of this test */
    const size_t used = strlen(found->message);

    if (current()->kind != KIND_RACE || student.build != BUILD_TSAN)
        return;
    if (reported && found->status == STATUS_FAIL && without)
        said_put(found->message + used, sizeof found->message - used,
                 SAY(seen_with_threads), student.team);
    without += !reported;
}

/* End the student's process; if a detector had something to say, put it into
 * the running test's finding and return true. all_came: all calls of the test
 * have come back, and nothing is wrong so far. */
static bool end_student(bool all_came)
{
    struct finding found = {0};
    bool reported, silence;

    if (!student.running)
        return false;
    student.running = false;
    /* Where a call has not come back there is something else to tell. */
    silence = all_came && !judge.closer && build_is_watched(student.build) &&
              undecided() && !student.late && (student.idle || student.program);
    if (silence && student.idle)
        student.marked = mark_get();
    if (student.box.control >= 0)
        close(student.box.control); /* the runner then exits by itself */
    student.box.control = -1;
    if (student.box.inside > 0)
        kill(student.box.inside, SIGCONT);
    if (build_is_detector(student.build))
        wait_for_end();
    reported = watch_finding(&found);
    if (silence && !reported && (!student.marked || student.reports > 0))
        reported = watch_say_silence(&found) || found.status;
    say_team(reported, &found);
    if (!reported)
        say_unseen();
    watch_end();
    sandbox_end(&student.box);
    return reported && believe(&found);
}

/* ---- the end of the test ----------------------------------------------- */

/* Nothing was found that would say why it is wrong in slow motion. */
static _Noreturn void end_slow(void)
{
    char text[sizeof current()->message];

    said_put(text, sizeof text, SAY(atomicity_violation), slow);
    *slow = '\0';
    judge.table->slow[judge.current] = true;
    judge_end_test(STATUS_FAIL, (struct place){0}, text);
}

void judge_finish(void)
{
    if (*kept.text)
        judge_end_test(STATUS_FAIL, kept.place, kept.text);
    if (end_student(true))
        judge_leave();
    if (*slow && undecided())
        end_slow();
}

static bool has_failed(enum check_kind kind)
{
    for (int i = 0; i < judge.current; i++)
        if (judge.table->check[i].kind == kind &&
            judge.table->check[i].status == STATUS_FAIL)
            return true;
    return false;
}

void judge_end_test(enum check_status status, struct place place,
                    const char *message)
{
    static struct finding seen;
    static char first[sizeof kept.text];
    struct finding *f = current();

    if (*kept.text) {
        snprintf(first, sizeof first, "%s", kept.text);
        *kept.text = '\0';
        status = STATUS_FAIL;
        place = kept.place;
        message = first;
    }
    /* What a detector saw says more than what came of it. */
    if (f->kind == KIND_TRAFFIC && status == STATUS_FAIL && watch_broken()) {
        if (has_failed(KIND_RACE) || has_failed(KIND_MEMORY)) {
            f->max_points = -1;
            status = STATUS_SKIPPED;
            message = SAY(not_counted_races_memory_first);
        } else { /* they had other numbers, or blocks in another order */
            simt_report_symbolize(student.device);
            simt_report_findings(student.device, &seen, 1);
            place = seen.place;
            message = seen.message;
        }
    }
    end_student(false);
    if (undecided() && status == STATUS_FAIL && student.build == BUILD_MEMCHECK)
        watch_say_unwatched(); /* other tests tell of crashes and the like */
    if (undecided())
        decide(status, place, message);
    judge_leave();
}

void judge_start_over(void)
{
    end_student(false);
    judge.again = true;
    judge_leave();
}

void judge_leave(void)
{
    const struct finding *f = current();

    if (f->status == STATUS_FAIL && !student.right &&
        (f->kind == KIND_CORRECTNESS || f->kind == KIND_OUTPUT)) {
        judge.table->wrong = true;
        judge.table->wrong_in_order |= !judge.gpu;
    }
    longjmp(judge.leave, 1);
}

#define END_WITH(status, place, format)                \
    do {                                               \
        char text_[sizeof current()->message];         \
        va_list args_;                                 \
        va_start(args_, format);                       \
        said_vput(text_, sizeof text_, format, args_); \
        va_end(args_);                                 \
        judge_end_test(status, place, text_);          \
    } while (0)

void judge_fail_at(struct place place, const char *format, ...)
{
    END_WITH(STATUS_FAIL, place, format);
}

void judge_skip(const char *format, ...)
{
    END_WITH(STATUS_SKIPPED, (struct place){0}, format);
}

void judge_put_off(const char *format, ...)
{
    current()->max_points = -1;
    END_WITH(STATUS_SKIPPED, (struct place){0}, format);
}

void judge_untold(const char *format, ...)
{
    END_WITH(STATUS_UNTOLD, (struct place){0}, format);
}

/* ---- a wrong value ------------------------------------------------------- */

/* The result was right so far, and now that blocks come in another order it is
 * wrong, with nothing found that would say why. */
static bool order_matters(void)
{
    return current()->kind == KIND_RACE && student.build == BUILD_CHECK &&
           student.reply.blocks > 1 && !judge.table->wrong_in_order &&
           !watch_broken();
}

/* The result was right so far. Where threads come late, under the race
 * detector, it must still be. */
static bool slow_motion(void)
{
    return current()->kind == KIND_RACE && student.build == BUILD_TSAN &&
           !judge.table->wrong;
}

/* Under a detector a wrong value is not what is being looked for: the
 * correctness checks judge values, and here the run goes on to the calls that
 * are still to come. */
bool judge_values_count(void)
{
    enum check_kind kind = current()->kind;

    return (kind != KIND_RACE && kind != KIND_MEMORY) || order_matters() ||
           slow_motion();
}

const char *judge_about_build(struct place *place)
{
    static char said[300];
    struct place at = {0};
    char path[4096];

    snprintf(path, sizeof path, "%s/plain-plain-o.txt", judge.work);
    if (!diagnostics_say_no_return(path, judge.source, &at, said,
                                   sizeof said) &&
        !diagnostics_say_unset(path, judge.source, &at, said, sizeof said) &&
        (judge_is_cuda() ||
         !diagnostics_say_ignored(path, judge.source, &at, said, sizeof said)))
        return "";
    *place = at;
    return said;
}

static const char *about_types(void)
{
    static char said[400];
    const int at = narrow_find(judge.source);
    char line[100] = "", *code = line;
    size_t n;

    if (at)
        source_line(judge.source, at, line, sizeof line);
    code += strspn(code, " \t");
    n = strlen(code);
    if (!n || n + (size_t)(code - line) == sizeof line - 1) /* cut */
        return SAY(integer_overflow);
    said_put(said, sizeof said, SAY(integer_overflow_at_line), at, code);
    return said;
}

/* What the last call was like, where that is why the result is wrong. */
static const char *about_call(struct place *place)
{
    if (student.long_call && !judge.table->wrong)
        return about_types();
    if (student.woken)
        return SAY(spurious_wakeup);
    if (student.reply.parted)
        return SAY(activemask_as_mask);
    if (student.reply.unwaited)
        return SAY(not_waited_for_host_copy);
    return judge_about_build(place);
}

static bool ends_in_stop(const char *said)
{
    char text[sizeof current()->message];

    said_english(said, text, sizeof text);
    return !*text || text[strlen(text) - 1] == '.';
}

void judge_fail(const char *format, ...)
{
    char text[sizeof current()->message];
    const char *first = "", *about;
    struct place place = {0};
    size_t used;
    va_list args;

    if (order_matters()) {
        first = SAY(result_depends_on_block_order);
    } else if (!judge_values_count() || slow_motion()) {
        /* what comes is not seen */
        judge_put_off(SAY(not_checked_wrong_result));
    }
    if (student.timed)
        first = SAY(not_measured_wrong_result);
    used = said_put(text, sizeof text, "%s%s", first, *first ? " " : "");
    va_start(args, format);
    used += said_vput(text + used, sizeof text - used, format, args);
    va_end(args);
    about = about_call(&place);
    snprintf(text + used, sizeof text - used, "%s%s",
             *about && !ends_in_stop(text) ? "." : "", about);
    judge_end_test(STATUS_FAIL, place, text);
}

void judge_may_go_on(void)
{
    kept.wanted = !judge.quick;
}

void judge_says_more(void)
{
    *kept.text = '\0';
}

bool judge_has_kept(void)
{
    return *kept.text;
}

static bool keep(const char *text)
{
    enum { CALLS = 40 };
    struct finding *first = &judge.table->first_look[judge.current];
    const bool wanted = kept.wanted;

    kept.wanted = false;
    if (!wanted || current()->kind != KIND_CORRECTNESS || judge.closer)
        return false;
    if (*kept.text)
        return student.calls < kept.until;
    snprintf(kept.text, sizeof kept.text, "%s%s", text,
             about_call(&kept.place));
    kept.until = student.calls + CALLS;
    *first = *current(); /* whatever comes of the calls that follow */
    first->status = STATUS_FAIL;
    finding_say(first, "%s", kept.text);
    return true;
}

void judge_guesses(const char *why, const char *again)
{
    char(*guess)[400] = judge.table->guess[judge.current];

    if (*kept.text)
        return; /* most likely that stays */
    snprintf(guess[0], sizeof guess[0], "%s", why);
    snprintf(guess[1], sizeof guess[1], "%s", again);
}

/* A value is wrong. In slow motion calls that are still to come may show the
 * race behind it, and that says more. */
void judge_wrong(const char *format, ...)
{
    char text[sizeof current()->message];
    va_list args;

    va_start(args, format);
    said_vput(text, sizeof text, format, args);
    va_end(args);
    if (keep(text))
        return;
    if (!slow_motion())
        judge_fail("%s", text);
    if (!*slow)
        snprintf(slow, sizeof slow, "%s", text);
}
