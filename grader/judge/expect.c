/*
 * expect.c - see judge.h: values and errors that the checks expect, and what a
 * launch looked like. Whole arrays are in expect_arrays.c.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../common/simt/include/simt_errors.h"
#include "judge/again.h"
#include "judge/asking.h"
#include "judge/call.h"
#include "judge/closer.h"
#include "judge/early.h"
#include "judge/ending.h"
#include "judge/expect.h"
#include "judge/pattern.h"

/* BUILD_FILLED: gcc puts bytes of 0xFE into what nobody has set, clang 0xAA.
 * What was added to them is the right answer, or a part of it. */
static const char *about_unset(int64_t want, int64_t got)
{
    static const int64_t pattern[] = {
        (int64_t)0xFEFEFEFEFEFEFEFE,
        (int32_t)0xFEFEFEFE,
        (int64_t)0xAAAAAAAAAAAAAAAA,
        (int32_t)0xAAAAAAAA,
    };

    for (int i = 0; i < 4; i++)
        if (got == pattern[i] ||
            (uint64_t)got - (uint64_t)want == (uint64_t)pattern[i])
            return SAY(uninitialized_variable);
    return "";
}

/* What judge_equal() wanted of the call before, of the same function. */
static struct {
    uint32_t number; /* of that call */
    const char *function;
    int64_t want;
} last;

/* judge_sum_over() */
static struct {
    size_t n;
    pattern_ones *ones;
} sum;

enum { FEW = 8 }; /* a longer sum may say more */

void judge_sum_over(size_t n, int64_t (*ones)(size_t first, size_t count))
{
    sum.n = n;
    sum.ones = ones;
}

/* Which numbers are wrong in a sum that is. The calls that tell it come one
 * after the other; who is slow is not asked. A small sum waits for a larger
 * one, which says more. */
static void say_sum(char *why, size_t size)
{
    pattern_ones *ones = sum.ones;
    const double quick = 0.5;

    sum.ones = NULL;
    if (!ones)
        return;
    if (!*why && sum.n >= FEW && student.took <= quick &&
        current()->kind == KIND_CORRECTNESS && !student.timed &&
        !student.refuses)
        pattern_say_sum(ones, sum.n, why, size);
    if (sum.n < FEW)
        judge_may_go_on();
    else if (*why)
        judge_says_more();
}

/* ---- the same call under other conditions -------------------------------- */

/* One number of the last call: what it returned, or what lies in a buffer. */
struct number {
    enum { A_RETURN, AN_I32, AN_I64, AN_F64 } is;
    const void *at;
    int64_t want;
    double want_real, rtol, atol;
    bool real;
};

static bool number_is_right(const void *about, const struct judge_value *v)
{
    const struct number *n = about;
    struct judge_value got = *v;

    if (n->is == AN_I32)
        got.i = *(const int32_t *)n->at;
    else if (n->is == AN_I64)
        got.i = *(const int64_t *)n->at;
    else if (n->is == AN_F64)
        got.d = *(const double *)n->at;
    return n->real ? expect_is_close(n->want_real, got.d, n->rtol, n->atol)
                   : n->want == got.i;
}

/* A small number of 8 bytes looks like one of 4 bytes with a 0 behind it: the
 * lower half is looked at alone, where it tells right from wrong. */
static bool find_whole(int64_t got, struct number *n)
{
    const int32_t half = (int32_t)got;
    const bool halves = half == got && (int32_t)n->want == n->want;
    const enum value_type type = student.last.returns;

    n->is = A_RETURN;
    if (student.reply.got[0].i == got && type != T_NONE && type != T_F64)
        return true;
    n->is = halves ? AN_I32 : AN_I64;
    n->at =
        halves ? again_find(&half, sizeof half) : again_find(&got, sizeof got);
    return n->at != NULL;
}

static bool find_real(double got, struct number *n)
{
    n->is = A_RETURN;
    if (student.last.returns == T_F64 &&
        !memcmp(&student.reply.got[0].d, &got, sizeof got))
        return true;
    n->is = AN_F64;
    return (n->at = again_find(&got, sizeof got)) != NULL;
}

void judge_equal(int64_t want, int64_t got, const char *what, ...)
{
    const bool before = last.function && student.number != last.number &&
                        student.last.function &&
                        !strcmp(last.function, student.last.function);
    const int64_t wanted = last.want;
    struct number number = {.want = want};
    char why[300], again[400] = "";

    last.number = student.number;
    last.function = student.last.function;
    last.want = want;
    if (want == got || !judge_values_count()) {
        sum.ones = NULL;
        return;
    }
    WHAT(text, what);
    pattern_say_one(want, got, before ? &wanted : NULL, why, sizeof why);
    if (pattern_is_unwritten(got))
        early_say(why + strlen(why), sizeof why - strlen(why));
    if (!*why)
        snprintf(why, sizeof why, "%s", about_unset(want, got));
    if (find_whole(got, &number))
        again_say(number_is_right, &number, !number.real, *why, again,
                  sizeof again);
    say_sum(why, sizeof why);
    judge_guesses(why, again);
    judge_wrong(SAY(wrong_integer), text, want, got, why, again);
}

/* "cudaErrorInvalidValue (1)" */
static const char *error_name(int64_t error)
{
    static char text[2][80];
    static int turn;
    const char *name = NULL;

#define NAME(constant, number, words) \
    if (error == number)              \
        name = #constant;
    SIMT_ERRORS(NAME)
#undef NAME
    turn = !turn;
    if (name)
        snprintf(text[turn], sizeof text[turn], "%s (%d)", name, (int)error);
    else
        said_put(text[turn], sizeof text[turn], SAY(part_no_cuda_error), error);
    return text[turn];
}

static const char *wanted_error(int want)
{
    return want == JUDGE_ANY_ERROR ? SAY(part_an_error) : error_name(want);
}

/* Which call failed, and why, check mode knows. */
static void look_closer(const char *text, int64_t got)
{
    char begin[sizeof judge.closer_begin], whole[sizeof current()->message];

    said_put(begin, sizeof begin, SAY(wrong_result), text);
    said_put(whole, sizeof whole, SAY(wrong_error), text, error_name(0),
             error_name(got));
    snprintf(judge.closer_error, sizeof judge.closer_error, "%.*s",
             (int)strcspn(error_name(got), " "), error_name(got));
    closer_look(CLOSER_CALL, begin, whole);
}

void judge_error(int want, int64_t got, const char *what, ...)
{
    struct place place = {0};
    char why[500] = "";

    if (student.refuses && student.reply.refused == 0)
        return; /* it never came to that */
    if ((want == JUDGE_ANY_ERROR ? got != 0 : want == got) ||
        !judge_values_count())
        return;
    WHAT(text, what);
    if (want == 0) {
        if (!judge.table->refused)
            judge.table->refused = -1;
        look_closer(text, got);
    } else if (got == 0)
        place.line = asking_of_call(why, sizeof why);
    if (place.line)
        snprintf(place.file, sizeof place.file, "%s", judge.source);
    judge_fail_at(place, SAY(wrong_error_with_reason), text, wanted_error(want),
                  error_name(got), why);
}

void judge_refusal(int want, int64_t got, bool right)
{
    if (!right)
        judge_error(want, got, SAY(part_error_when_refused),
                    student.last.function, judge_refused());
}

void judge_close(double want, double got, double rtol, double atol,
                 const char *what, ...)
{
    struct number number = {
        .real = true, .want_real = want, .rtol = rtol, .atol = atol};
    char wanted[40], came[40], why[300], again[400] = "";

    if (expect_is_close(want, got, rtol, atol) || !judge_values_count()) {
        sum.ones = NULL;
        return;
    }
    WHAT(text, what);
    pattern_say_real(want, got, why, sizeof why);
    if (find_real(got, &number))
        again_say(number_is_right, &number, !number.real, *why, again,
                  sizeof again);
    say_sum(why, sizeof why);
    if (fabs(got - want) > 1e-7 * fabs(want)) {
        snprintf(wanted, sizeof wanted, "%.9g", want);
        snprintf(came, sizeof came, isnan(got) ? "nan" : "%.9g", got);
    } else { /* as many digits as it takes to see the difference */
        pattern_double(want, wanted, sizeof wanted);
        pattern_double(got, came, sizeof came);
    }
    judge_guesses(why, again);
    if (!isfinite(got) || !isfinite(want))
        judge_wrong(SAY(wrong_real_not_finite), text, wanted, came, why, again);
    else
        judge_wrong(SAY(wrong_real), text, wanted, came, got - want, why,
                    again);
}

void judge_expect_blocks(int64_t blocks, const char *what, ...)
{
    if (judge.gpu)
        return;
    WHAT(text, what);
    judge_equal(blocks, student.reply.blocks, SAY(part_blocks_launched_by),
                text);
}

void judge_expect_launch(const char *what, ...)
{
    if (student.reply.launched > 0 || judge.gpu)
        return;
    WHAT(text, what);
    judge_fail(SAY(no_launch_but_success), text);
}

bool judge_dry_launch(const char *function, struct judge_args args,
                      const char *what, ...)
{
    struct judge_value got;

    WHAT(text, what);
    if (!judge_dry_call(function, T_I32, args, &got))
        return false;
    judge_error(0, got.i, SAY(part_error_of), text);
    judge_expect_launch("%s", text);
    return true;
}
