/*
 * pattern_values.c - see pattern.h. Chance must not look like a cause: what is
 * said of values holds for all that are wrong, and those are three or more,
 * with values that are not all the same; only values that no chance makes are
 * told of fewer.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/said.h"
#include "judge/pattern_parts.h"

/* a + b, as the array's type has it. */
static bool is_sum(const struct pattern *p, size_t i, const void *b)
{
    const double x = is_real(p) ? real(p, p->want, i) + real(p, b, i) : 0;

    if (p->type == PATTERN_I32)
        return (uint32_t)bits(p, p->got, i) ==
               (uint32_t)(bits(p, p->want, i) + bits(p, b, i));
    if (p->type == PATTERN_I64)
        return bits(p, p->got, i) == bits(p, p->want, i) + bits(p, b, i);
    return fabs(real(p, p->got, i) - x) <= 1e-6 * fabs(x);
}

/* ---- what is in them ----------------------------------------------------- */

/* Whether `is` holds for all that are wrong and were written: `least` of them
 * or more, and not all of them want the same. Who wants the same of two
 * elements could have confused them without harm. */
typedef bool is_fn(const struct pattern *p, size_t i);

static bool all_are(const struct pattern *p, is_fn *is, size_t least)
{
    size_t many = 0, first = p->n;
    bool differ = least < ENOUGH;

    for (size_t i = 0; i < p->n; i++) {
        if (p->state[i] != ELEMENT_WRONG)
            continue;
        if (!is(p, i))
            return false;
        if (many++ == 0)
            first = i;
        differ |= !same(p, p->want, i, p->want, first);
    }
    return many >= least && differ;
}

/* Something was added to what judge_out() had put there. */
static bool added_to_poison(const struct pattern *p, size_t i)
{
    const uint64_t x = bits(p, p->got, i);

    switch (p->type) {
    case PATTERN_I32:
        return (uint32_t)x == (uint32_t)(bits(p, p->want, i) + 0xA5A5A5A5u);
    case PATTERN_I64:
        return x == bits(p, p->want, i) + 0xA5A5A5A5A5A5A5A5u;
    case PATTERN_F32:
        return x == FLOAT_POISON_ADDED;
    case PATTERN_F64:
        return x == DOUBLE_POISON_ADDED;
    }
    return false;
}

static bool lost_upper_bits(const struct pattern *p, size_t i)
{
    const int64_t want = p->type == PATTERN_I64 ? whole(p, p->want, i) : 0;

    return (want > INT32_MAX || want < INT32_MIN) &&
           whole(p, p->got, i) == (int32_t)want;
}

/* What the memory of the device holds that nobody has written. */
static bool got_garbage(const struct pattern *p, size_t i)
{
    return p->type == PATTERN_F32 || p->type == PATTERN_I32
               ? bits(p, p->got, i) == 0xFEFEFEFEu
               : bits(p, p->got, i) == 0xFEFEFEFEFEFEFEFEu;
}

/* As an int keeps it: what has no room there becomes the least one. */
static bool lost_fraction(const struct pattern *p, size_t i)
{
    const double want = is_real(p) ? real(p, p->want, i) : 0;
    const double got = is_real(p) ? real(p, p->got, i) : 0;

    return (want != trunc(want) && got == trunc(want)) ||
           (fabs(want) > INT32_MAX && got == INT32_MIN);
}

static bool got_zero(const struct pattern *p, size_t i)
{
    return is_zero(p, p->got, i);
}

static bool got_before(const struct pattern *p, size_t i)
{
    return same(p, p->got, i, p->before, i) && !is_zero(p, p->before, i);
}

static bool got_put_in(const struct pattern *p, size_t i)
{
    return same(p, p->got, i, p->put_in, i);
}

static bool got_sum_with_before(const struct pattern *p, size_t i)
{
    return is_sum(p, i, p->before) && !is_zero(p, p->before, i);
}

/* In a sorted list an element that is missing lets all others move up. Behind
 * the list there may be something else. */
static bool is_sorted(const struct pattern *p)
{
    size_t falls = 0, rises = 0;

    for (size_t i = 1; i < p->n; i++) {
        const bool less = is_real(p)
                              ? real(p, p->want, i) < real(p, p->want, i - 1)
                              : whole(p, p->want, i) < whole(p, p->want, i - 1);
        const bool more = is_real(p)
                              ? real(p, p->want, i) > real(p, p->want, i - 1)
                              : whole(p, p->want, i) > whole(p, p->want, i - 1);

        falls += less;
        rises += more;
    }
    return p->n > 8 ? falls < 2 || rises < 2 : !falls || !rises;
}

static bool got_next(const struct pattern *p, size_t i)
{
    return i + 1 >= p->n || (same(p, p->got, i, p->want, i + 1) &&
                             !same(p, p->want, i, p->want, i + 1));
}

static bool got_previous(const struct pattern *p, size_t i)
{
    return i == 0 || (same(p, p->got, i, p->want, i - 1) &&
                      !same(p, p->want, i, p->want, i - 1));
}

/* The element at [j][i], where the table has it as [i][j]. */
static bool got_exchanged(const struct pattern *p, size_t i)
{
    const size_t other = i % p->rows * p->cols + i / p->rows;

    return same(p, p->got, i, p->want, other) &&
           !same(p, p->want, i, p->want, other);
}

static bool got_negative(const struct pattern *p, size_t i)
{
    if (is_real(p))
        return real(p, p->got, i) == -real(p, p->want, i);
    return bits(p, p->got, i) == (p->type == PATTERN_I32
                                      ? (uint32_t)-bits(p, p->want, i)
                                      : -bits(p, p->want, i));
}

/* How many times what was wanted came out: the same whole number for all. */
static int64_t times_of(const struct pattern *p)
{
    int64_t times = 0;
    size_t many = 0, first = p->n;
    bool differ = false;

    for (size_t i = 0; i < p->n; i++) {
        double want, got;

        if (p->state[i] != ELEMENT_WRONG)
            continue;
        want = is_real(p) ? real(p, p->want, i) : (double)whole(p, p->want, i);
        got = is_real(p) ? real(p, p->got, i) : (double)whole(p, p->got, i);
        if (want == 0 || !isfinite(want) || !isfinite(got))
            return 0;
        if (many++ == 0) {
            times = got / want < 1e6 ? llround(got / want) : 0;
            first = i;
        }
        if (times < 2 || fabs(got - (double)times * want) >
                             (is_real(p) ? 1e-6 : 1e-15) * fabs(got))
            return 0;
        differ |= want != (is_real(p) ? real(p, p->want, first)
                                      : (double)whole(p, p->want, first));
    }
    return many >= ENOUGH && differ ? times : 0;
}

/* By how much each is too large; 0 if it is not the same for all. */
static int64_t too_large(const struct pattern *p)
{
    int64_t more = 0;
    size_t many = 0, first = p->n;
    bool differ = false;

    for (size_t i = 0; i < p->n && !is_real(p); i++) {
        if (p->state[i] != ELEMENT_WRONG)
            continue;
        const int64_t by = (int64_t)((uint64_t)whole(p, p->got, i) -
                                     (uint64_t)whole(p, p->want, i));

        if (many++ == 0) {
            more = by;
            first = i;
        } else if (by != more) {
            return 0;
        }
        differ |= !same(p, p->want, i, p->want, first);
    }
    return many >= ENOUGH && differ ? more : 0;
}

bool pattern_only_added(const struct pattern *p)
{
    return all_are(p, added_to_poison, 1);
}

static int by_value(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

/* To free(); null if there is no memory. */
static int64_t *sorted(const struct pattern *p, const void *array)
{
    int64_t *copy = malloc(p->n * sizeof *copy + 1);

    for (size_t i = 0; copy && i < p->n; i++)
        copy[i] = whole(p, array, i);
    if (copy)
        qsort(copy, p->n, sizeof *copy, by_value);
    return copy;
}

/* What only moves numbers has moved them wrong, or has lost some. False if it
 * is about something else. */
static bool say_order(const struct pattern *p, char *text, size_t size)
{
    const size_t bytes = p->n * sizeof(int64_t);
    int64_t *want = sorted(p, p->want), *got = sorted(p, p->got),
            *put_in = sorted(p, p->put_in);

    const bool moves = want && got && put_in && !memcmp(want, put_in, bytes);

    if (moves && !memcmp(got, put_in, bytes))
        said_put(text, size, SAY(wrong_order_of_input));
    else if (moves)
        said_put(text, size, SAY(input_lost_and_duplicated));
    free(want);
    free(got);
    free(put_in);
    return moves;
}

/* All that are wanted are there, each as often. */
static bool in_other_order(const struct pattern *p)
{
    enum { FEW = 4 };
    int64_t *want, *got;
    bool yes;

    if (is_real(p) || p->n < FEW || memchr(p->state, ELEMENT_UNWRITTEN, p->n))
        return false;
    want = sorted(p, p->want);
    got = sorted(p, p->got);
    yes = want && got && !memcmp(want, got, p->n * sizeof *want);
    free(want);
    free(got);
    return yes;
}

void pattern_say_values(const struct pattern *p, char *text, size_t size)
{
    const int64_t times = times_of(p), more = too_large(p);
    const bool moved = !is_sorted(p); /* what stands elsewhere says something */
    const bool table = p->rows > 1 && p->cols > 1;

    if (p->put_in && p->type == PATTERN_I32 &&
        !all_are(p, got_put_in, ENOUGH) && say_order(p, text, size))
        return;
    if (pattern_only_added(p))
        said_put(text, size, SAY(accumulator_uninitialized_each));
    else if (all_are(p, lost_upper_bits, 1))
        said_put(text, size, SAY(int_overflow_upper_bits_each));
    else if (p->put_in && all_are(p, got_put_in, ENOUGH))
        said_put(text, size, SAY(wrong_values_are_input));
    else if (all_are(p, got_garbage, 1))
        said_put(text, size, SAY(wrong_values_uninitialized_memory));
    else if (all_are(p, lost_fraction, ENOUGH))
        said_put(text, size,
                 all_are(p, got_zero, ENOUGH) ? SAY(fraction_lost_each_zero)
                                              : SAY(fraction_lost_each));
    else if (all_are(p, got_zero, ENOUGH))
        said_put(text, size, SAY(wrong_values_are_zero));
    else if (p->before && all_are(p, got_before, ENOUGH))
        said_put(text, size, SAY(previous_result_returned_each));
    else if (p->before && all_are(p, got_sum_with_before, ENOUGH))
        said_put(text, size, SAY(previous_result_added_each));
    else if (times)
        said_put(text, size, SAY(multiple_of_expected_each), (long long)times,
                 (long long)times);
    else if (moved && all_are(p, got_next, ENOUGH + 1))
        said_put(text, size, SAY(index_one_too_large));
    else if (moved && all_are(p, got_previous, ENOUGH + 1))
        said_put(text, size, SAY(index_one_too_small));
    else if (table && all_are(p, got_exchanged, ENOUGH + 1))
        said_put(text, size, SAY(row_and_column_exchanged));
    else if (in_other_order(p))
        said_put(text, size, SAY(wrong_order_of_results));
    else if (more > 0)
        said_put(text, size, SAY(values_too_large), (long long)more);
    else if (more < 0)
        said_put(text, size, SAY(values_too_small), -(long long)more);
    else if (all_are(p, got_negative, ENOUGH))
        said_put(text, size, SAY(wrong_sign_each));
}
