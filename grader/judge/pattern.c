/*
 * pattern.c - see pattern.h. First comes where the wrong elements lie, then
 * what is in them. Chance must not look like a cause: what is said of values
 * holds for all that are wrong, and those are three or more, with values that
 * are not all the same; only values that no chance makes are told of fewer.
 */
#include "judge/pattern.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"

enum { ENOUGH = 3 };

/* ---- numbers ------------------------------------------------------------- */

static bool is_real(const struct pattern *p)
{
    return p->type == PATTERN_F32 || p->type == PATTERN_F64;
}

static double real(const struct pattern *p, const void *array, size_t i)
{
    return p->type == PATTERN_F32 ? (double)((const float *)array)[i]
                                  : ((const double *)array)[i];
}

static int64_t whole(const struct pattern *p, const void *array, size_t i)
{
    return p->type == PATTERN_I32 ? ((const int32_t *)array)[i]
                                  : ((const int64_t *)array)[i];
}

static uint64_t bits(const struct pattern *p, const void *array, size_t i)
{
    uint32_t narrow;
    uint64_t wide;

    if (p->type == PATTERN_F32 || p->type == PATTERN_I32) {
        memcpy(&narrow, (const char *)array + 4 * i, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, (const char *)array + 8 * i, sizeof wide);
    return wide;
}

/* The same number; that two are close would be chance now and then. */
static bool same(const struct pattern *p, const void *a, size_t i,
                 const void *b, size_t k)
{
    return is_real(p) ? real(p, a, i) == real(p, b, k)
                      : whole(p, a, i) == whole(p, b, k);
}

static bool is_zero(const struct pattern *p, const void *array, size_t i)
{
    return is_real(p) ? real(p, array, i) == 0 : whole(p, array, i) == 0;
}

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

/* ---- where they lie ------------------------------------------------------ */

/* What is counted before anything is said. */
struct places {
    size_t wrong, unwritten; /* wrong: those not written as well */
    size_t first, last;
    size_t runs; /* of neighbours */
};

static struct places count_places(const struct pattern *p)
{
    struct places c = {0};

    for (size_t i = 0; i < p->n; i++) {
        if (p->state[i] == ELEMENT_RIGHT)
            continue;
        if (c.wrong++ == 0)
            c.first = i;
        c.runs += i == 0 || p->state[i - 1] == ELEMENT_RIGHT;
        c.unwritten += p->state[i] == ELEMENT_UNWRITTEN;
        c.last = i;
    }
    return c;
}

/* What is wrong at the end is a rest: the groups before it are full. Several
 * sizes of groups may have the same rest. */
static void say_rest(const struct pattern *p, size_t rest, char *text,
                     size_t size)
{
    const size_t groups[] = {p->team, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    enum { GROUPS = sizeof groups / sizeof *groups };
    size_t group = 0, other = 0;

    for (int k = 0; k < GROUPS; k++)
        if (groups[k] > 1 && groups[k] < p->n && p->n % groups[k] == rest &&
            groups[k] != group) {
            if (!group)
                group = groups[k];
            else if (!other)
                other = groups[k];
        }
    if (group && other)
        snprintf(text, size,
                 _(" Only the last %zu of %zu are wrong: the rest that does "
                   "not fill a group of %zu (or of %zu, or more). Who has the "
                   "rest?"),
                 rest, p->n, group, other);
    else if (group)
        snprintf(text, size,
                 _(" Only the last %zu of %zu are wrong: the rest that does "
                   "not fill a group of %zu. Who has the rest?"),
                 rest, p->n, group);
}

/* They go on from one element to the end. */
static void say_end(const struct pattern *p, const struct places *c, char *text,
                    size_t size)
{
    const size_t many = p->n - c->first;
    const bool unwritten = c->unwritten == c->wrong;

    if (unwritten && p->threads == c->first)
        snprintf(text, size,
                 _(" From element %zu on nothing was written, and %zu threads "
                   "were launched: there is none for the others."),
                 c->first, p->threads);
    else if (many == 1)
        snprintf(text, size,
                 _(" Only the last element is wrong: does a loop end one too "
                   "early, or who has the rest where the number of elements "
                   "is no multiple?"));
    else if (many < 1024 && many <= c->first)
        say_rest(p, many, text, size);
    if (!*text)
        snprintf(text, size,
                 unwritten ? _(" From element %zu on nothing was written; all "
                               "before it is right.")
                           : _(" From element %zu on all are wrong; all before "
                               "it are right."),
                 c->first);
}

/* Every k-th element, and no other: k of 2 to 32, and three of them at least.
 */
static bool say_step(const struct pattern *p, const struct places *c,
                     char *text, size_t size)
{
    size_t step = 1;

    if (c->wrong < ENOUGH)
        return false;
    while (c->first + step < p->n && p->state[c->first + step] == ELEMENT_RIGHT)
        step++;
    if (step < 2 || step > 32 || c->first >= step)
        return false;
    for (size_t i = 0; i < p->n; i++)
        if ((i % step == c->first) != (p->state[i] != ELEMENT_RIGHT))
            return false;
    snprintf(text, size,
             _(" Wrong is one element in %zu, beginning with element %zu; all "
               "others are right."),
             step, c->first);
    return true;
}

/* In a table: whether column c, or row r, is wrong as a whole, or right. */
static enum pattern_state line_state(const struct pattern *p, size_t line,
                                     bool column, bool *mixed)
{
    const size_t many = column ? p->rows : p->cols;
    const size_t begin = column ? line : line * p->cols;
    const size_t step = column ? p->cols : 1;
    enum pattern_state s = (enum pattern_state)p->state[begin];

    for (size_t k = 1; k < many && !*mixed; k++) {
        const enum pattern_state next =
            (enum pattern_state)p->state[begin + k * step];

        *mixed = (next == ELEMENT_RIGHT) != (s == ELEMENT_RIGHT);
        if (next == ELEMENT_WRONG)
            s = next;
    }
    return s;
}

/* "Columns 8 to 30", "Row 4". */
static void name_lines(size_t first, size_t last, bool column, char *text,
                       size_t size)
{
    if (first == last)
        snprintf(text, size, column ? _("Column %zu") : _("Row %zu"), first);
    else
        snprintf(text, size,
                 column ? _("Columns %zu to %zu") : _("Rows %zu to %zu"), first,
                 last);
}

/* Those from `first` on are wrong as a whole, and those before are right. */
static void say_these_lines(const struct pattern *p, size_t first, bool column,
                            bool unwritten, char *text, size_t size)
{
    const size_t last = (column ? p->cols : p->rows) - 1;
    const bool one = first == last;
    const char *direction = first == p->threads_x ? "x" : "y";
    char lines[60];

    name_lines(first, last, column, lines, sizeof lines);
    if (unwritten && (first == p->threads_x || first == p->threads_y))
        snprintf(text, size,
                 first == 1 ? _(" %s %s not written: the launch has only %zu "
                                "thread in %s.")
                            : _(" %s %s not written: the launch has only %zu "
                                "threads in %s."),
                 lines, one ? _("was") : _("were"), first, direction);
    else
        snprintf(text, size,
                 unwritten ? _(" %s %s not written; those before are right.")
                           : _(" %s %s wrong; those before are right."),
                 lines,
                 unwritten ? one ? _("was") : _("were")
                 : one ? _("is")
                           : _("are"));
}

/* From one column, or row, on to the last one. */
static bool say_lines(const struct pattern *p, bool column, char *text,
                      size_t size)
{
    const size_t many = column ? p->cols : p->rows;
    size_t first = many;
    bool mixed = false, unwritten = true;

    for (size_t k = 0; k < many && !mixed; k++) {
        enum pattern_state s = line_state(p, k, column, &mixed);

        if (s == ELEMENT_RIGHT && first < many)
            return false;
        if (s != ELEMENT_RIGHT && first == many)
            first = k;
        unwritten &= s != ELEMENT_WRONG;
    }
    if (mixed || first == 0 || first == many)
        return false;
    say_these_lines(p, first, column, unwritten, text, size);
    return true;
}

static void say_places(const struct pattern *p, const struct places *c,
                       char *text, size_t size)
{
    if (c->unwritten == p->n) {
        if (p->n > 1)
            snprintf(text, size, _(" No element was written."));
        return;
    }
    if (c->wrong == p->n)
        return;
    if (p->rows > 0 && p->rows * p->cols == p->n &&
        (say_lines(p, true, text, size) || say_lines(p, false, text, size)))
        return;
    if (c->runs == 1 && c->last == p->n - 1)
        say_end(p, c, text, size);
    else if (c->wrong == 1 && c->first == 0 && p->n > 2)
        snprintf(text, size, _(" Only the first element is wrong."));
    else
        say_step(p, c, text, size);
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

static bool lost_fraction(const struct pattern *p, size_t i)
{
    const double want = is_real(p) ? real(p, p->want, i) : 0;

    return want != trunc(want) && real(p, p->got, i) == trunc(want);
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

/* In a sorted list an element that is missing lets all others move up. */
static bool is_sorted(const struct pattern *p)
{
    bool up = true, down = true;

    for (size_t i = 1; i < p->n; i++) {
        const bool less = is_real(p)
                              ? real(p, p->want, i) < real(p, p->want, i - 1)
                              : whole(p, p->want, i) < whole(p, p->want, i - 1);
        const bool more = is_real(p)
                              ? real(p, p->want, i) > real(p, p->want, i - 1)
                              : whole(p, p->want, i) > whole(p, p->want, i - 1);

        up &= !less;
        down &= !more;
    }
    return up || down;
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

static int by_size(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;

    return (a > b) - (a < b);
}

/* To free(); null if there is no memory. */
static int32_t *in_order(const void *numbers, size_t n)
{
    int32_t *copy = malloc(n * sizeof *copy + 1);

    if (!copy)
        return NULL;
    memcpy(copy, numbers, n * sizeof *copy);
    qsort(copy, n, sizeof *copy, by_size);
    return copy;
}

/* What only moves numbers has moved them wrong, or has lost some. False if it
 * is about something else. */
static bool say_order(const struct pattern *p, char *text, size_t size)
{
    const size_t bytes = p->n * sizeof(int32_t);
    int32_t *want = in_order(p->want, p->n), *got = in_order(p->got, p->n),
            *put_in = in_order(p->put_in, p->n);

    const bool moves = want && got && put_in && !memcmp(want, put_in, bytes);

    if (moves && !memcmp(got, put_in, bytes))
        snprintf(text, size,
                 _(" All numbers that were put in are there, but not each in "
                   "its place."));
    else if (moves)
        snprintf(text, size,
                 _(" These are not the numbers that were put in: some are "
                   "lost, and others are there more than once."));
    free(want);
    free(got);
    free(put_in);
    return moves;
}

static void say_values(const struct pattern *p, char *text, size_t size)
{
    const int64_t times = times_of(p);
    const bool table = p->rows > 1 && p->cols > 1;

    if (p->put_in && p->type == PATTERN_I32 &&
        !all_are(p, got_put_in, ENOUGH) && say_order(p, text, size))
        return;
    if (pattern_only_added(p))
        snprintf(text, size, _(" What is added up must begin with 0."));
    else if (all_are(p, lost_upper_bits, 1))
        snprintf(text, size,
                 _(" Each is the right value without its upper bits: an int, "
                   "which ends at 2147483647, was too small for it."));
    else if (p->put_in && all_are(p, got_put_in, ENOUGH))
        snprintf(text, size,
                 _(" Each wrong element still has the value that was put in."));
    else if (all_are(p, got_garbage, 1))
        snprintf(text, size,
                 _(" What is wrong comes from memory of the device that nobody "
                   "has written: is it copied from the right place, or is "
                   "something not computed?"));
    else if (all_are(p, lost_fraction, ENOUGH))
        snprintf(text, size,
                 all_are(p, got_zero, ENOUGH)
                     ? _(" Each wrong value is 0. If that is what is left of "
                         "fractions: which variable is an int?")
                     : _(" Each is the right value without its fraction: which "
                         "variable is an int?"));
    else if (all_are(p, got_zero, ENOUGH))
        snprintf(text, size, _(" Each wrong value is 0."));
    else if (p->before && all_are(p, got_before, ENOUGH))
        snprintf(text, size,
                 _(" Each is what the call before had to give: something is "
                   "kept from call to call."));
    else if (p->before && all_are(p, got_sum_with_before, ENOUGH))
        snprintf(
            text, size,
            _(" Each is the right value plus that of the call before: what "
              "is added up must begin with 0 in each call."));
    else if (times)
        snprintf(text, size,
                 _(" Each wrong value is %lld times the right one: is it added "
                   "%lld times, by several threads perhaps?"),
                 (long long)times, (long long)times);
    else if (!is_sorted(p) && all_are(p, got_next, ENOUGH + 1))
        snprintf(text, size,
                 _(" Each has the value that belongs to the element behind it: "
                   "is an index one too large?"));
    else if (!is_sorted(p) && all_are(p, got_previous, ENOUGH + 1))
        snprintf(text, size,
                 _(" Each has the value that belongs to the element before it: "
                   "is an index one too small?"));
    else if (table && all_are(p, got_exchanged, ENOUGH + 1))
        snprintf(text, size,
                 _(" Each has the value that belongs to row and column "
                   "exchanged."));
    else if (too_large(p) > 0)
        snprintf(text, size, _(" Each is too large by %lld."),
                 (long long)too_large(p));
    else if (too_large(p) < 0)
        snprintf(text, size, _(" Each is too small by %lld."),
                 -(long long)too_large(p));
    else if (all_are(p, got_negative, ENOUGH))
        snprintf(text, size, _(" Each has the right size and the wrong sign."));
}

void pattern_say(const struct pattern *p, char *text, size_t size)
{
    const struct places c = count_places(p);
    char values[300] = "";
    size_t used;

    *text = '\0';
    if (!c.wrong)
        return;
    say_values(p, values, sizeof values);
    if (!*values || c.wrong <= p->n / 2)
        say_places(p, &c, text, size);
    used = strlen(text);
    snprintf(text + used, size - used, "%s", values);
}
