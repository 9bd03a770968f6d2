/* pattern_one.c - see pattern.h: how a number is printed, and what one that is
 * wrong has in common with the right one. */
#include "judge/pattern.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/say.h"

/* ---- how it is printed --------------------------------------------------- */

/* Digits that %g needs so that it writes no exponent where people write none.
 */
static int digits_before_point(double x)
{
    return fabs(x) >= 1 && fabs(x) < 1e15 ? 1 + (int)floor(log10(fabs(x))) : 1;
}

void pattern_float(float x, char *text, size_t size)
{
    const int least = digits_before_point((double)x);

    if (isnan(x))
        snprintf(text, size, "nan");
    for (int digits = least; digits <= least + 9 && !isnan(x); digits++) {
        snprintf(text, size, "%.*g", digits, (double)x);
        if (strtof(text, NULL) == x)
            break;
    }
}

void pattern_double(double x, char *text, size_t size)
{
    const int least = digits_before_point(x);

    if (isnan(x))
        snprintf(text, size, "nan");
    for (int digits = least; digits <= 17 && !isnan(x); digits++) {
        snprintf(text, size, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
}

/* ---- one number ---------------------------------------------------------- */

/* As 1000 and more: with small numbers it would be chance. */
static bool is_large(int64_t x)
{
    return x >= 1000 || x <= -1000;
}

/* Whether a double next to one of these numbers is the other one. */
static bool is_near_double(int64_t want, int64_t got)
{
    const int64_t off = got > want ? got - want : want - got;

    return got == (int64_t)(double)got && off <= 2048;
}

/* The lower bytes were set to 0 before something was added, the upper ones
 * still hold what was there. */
static bool say_half_cleared(int64_t want, int64_t got, char *text, size_t size)
{
    const uint64_t off = (uint64_t)got - (uint64_t)want;
    const bool is_int = want == (int32_t)want && got == (int32_t)got;

    for (int k = 1; k < 8; k++) {
        const uint64_t poison = 0xA5A5A5A5A5A5A5A5 >> 8 * k << 8 * k;
        const bool of_int =
            is_int && k < 4 && (uint32_t)off == (uint32_t)poison;

        if (off != poison && !of_int)
            continue;
        snprintf(text, size,
                 k == 1 ? _(" Only %d of its %d bytes was set to 0 before: how "
                            "many bytes does the call take that clears it?")
                        : _(" Only %d of its %d bytes were set to 0 before: "
                            "how many bytes does the call take that clears "
                            "it?"),
                 k, of_int ? 4 : 8);
        return true;
    }
    return false;
}

static const int64_t poison[] = {(int64_t)0xA5A5A5A5A5A5A5A5,
                                 (int32_t)0xA5A5A5A5, 0xA5A5A5A5};
enum { POISONS = sizeof poison / sizeof *poison };

bool pattern_is_unwritten(int64_t got)
{
    bool is = false;

    for (int k = 0; k < POISONS; k++)
        is = is || got == poison[k];
    return is;
}

void pattern_say_one(int64_t want, int64_t got, const int64_t *before,
                     char *text, size_t size)
{
    enum { MOST_TIMES = 64 };
    const bool fits = want >= INT32_MIN && want <= INT32_MAX;

    *text = '\0';
    for (int k = 0; k < POISONS; k++)
        if (got == poison[k])
            snprintf(text, size, _(" Nobody has written it."));
        else if ((uint64_t)got == (uint64_t)want + (uint64_t)poison[k] ||
                 got == (want | poison[k]))
            snprintf(text, size,
                     _(" It was added to before anybody had written it: what "
                       "is added up must begin with 0."));
    if (*text || say_half_cleared(want, got, text, size))
        return;
    if (!fits && (got == (int32_t)want || got == (int64_t)(uint32_t)want))
        snprintf(text, size,
                 _(" %" PRId64 " is %" PRId64 " without its upper bits: an int "
                   "was too small for it."),
                 got, want);
    else if (!fits && want != got && (uint32_t)got == (uint32_t)want)
        snprintf(
            text, size,
            _(" What it is off by is a multiple of 4294967296, which is 2 "
              "to the power of 32: on the way, something was too large for "
              "an int."));
    else if (want != got && (want > 1LL << 53 || want < -(1LL << 53)) &&
             is_near_double(want, got))
        snprintf(text, size,
                 _(" A double has 53 bits for its digits, and this number "
                   "needs more: was it computed as a double on the way?"));
    else if ((want > 10 || want < -10) && got == -want)
        snprintf(text, size, _(" It has the right size and the wrong sign."));
    else if (is_large(want) && want != got && got % want == 0 &&
             got / want > 1 && got / want <= MOST_TIMES)
        snprintf(text, size,
                 _(" That is %" PRId64 " times the right value: is something "
                   "added more than once, by several threads perhaps?"),
                 got / want);
    else if (before && is_large(*before) && is_large(want) && want != *before &&
             got == *before)
        snprintf(text, size,
                 _(" That was right in the call before: something is kept from "
                   "call to call."));
    else if (before && is_large(*before) && is_large(want) &&
             (uint64_t)got == (uint64_t)want + (uint64_t)*before)
        snprintf(text, size,
                 _(" That is the right value plus %" PRId64 ", which was right "
                   "in the call before: what is added up must begin with 0 in "
                   "each call."),
                 *before);
}

/* ---- a sum --------------------------------------------------------------- */

/* The first number that is in the sum more or less often than once; n if it is
 * not so alone, whatever was added before: then it was something else. */
static size_t first_unlike(pattern_ones *ones, size_t n)
{
    size_t fits = 0, past = n;
    int64_t alone;

    while (past - fits > 1) {
        const size_t half = fits + (past - fits) / 2;

        if (ones(0, half) == (int64_t)half)
            fits = half;
        else
            past = half;
    }
    alone = ones(fits, 1);
    ones(0, n);
    return alone != 1 && ones(fits, 1) == alone ? fits : n;
}

/* Of n numbers `lacks` are not in the sum. */
static void say_lack(pattern_ones *ones, size_t n, size_t lacks, char *text,
                     size_t size)
{
    size_t first;

    if (ones(n - lacks, lacks) == 0 && lacks == 1)
        snprintf(text, size, _(" The last number is not in it."));
    else if (ones(n - lacks, lacks) == 0)
        snprintf(text, size,
                 _(" The last %zu numbers are not in it, from index %zu on."),
                 lacks, n - lacks);
    else if (ones(0, lacks) == 0 && lacks == 1)
        snprintf(text, size, _(" The first number is not in it."));
    else if (ones(0, lacks) == 0)
        snprintf(text, size,
                 _(" The first %zu numbers are not in it, up to index %zu."),
                 lacks, lacks - 1);
    else if ((first = first_unlike(ones, n)) < n)
        snprintf(text, size,
                 _(" Of %zu numbers %zu are not in it. The first of these is "
                   "that with index %zu."),
                 n, lacks, first);
}

void pattern_say_sum(pattern_ones *ones, size_t n, char *text, size_t size)
{
    const int64_t all = n ? ones(0, n) : 0, number = (int64_t)n;
    size_t first;

    *text = '\0';
    if (all == number || all < 0)
        return; /* it is not which, but how */
    if (ones(0, 0) != 0 || ones(0, n) != all)
        return; /* chance has a hand in it, or what lay there before */
    if (all == 0)
        snprintf(text, size, _(" None of the numbers is in it."));
    else if (all < number)
        say_lack(ones, n, (size_t)(number - all), text, size);
    else if (all % number == 0)
        snprintf(text, size, _(" Each number is in it %" PRId64 " times."),
                 all / number);
    else if ((first = first_unlike(ones, n)) < n)
        snprintf(text, size,
                 _(" Some numbers are in it more than once. The first of these "
                   "is that with index %zu."),
                 first);
}

/* Off by multiples of 2^32, in what the result is counted in: by itself, or as
 * thousands, millions or thousand millions of it. */
static bool lost_in_an_int(double want, double got)
{
    static const double unit[] = {1, 1e-3, 1e-6, 1e-9};
    enum { MOST = 1 << 16 };

    for (int k = 0; k < 4; k++) {
        const double times = (want - got) / unit[k] / 4294967296.0;

        if (fabs(times) > 0.5 && fabs(times) < MOST &&
            fabs(times - round(times)) < 1e-6)
            return true;
    }
    return false;
}

/* The fraction is gone, and not what a 0 or a 1 could be by chance. */
static bool lost_its_fraction(double want, double got)
{
    return want != trunc(want) && got == trunc(want) && fabs(got) >= 2;
}

void pattern_say_real(double want, double got, char *text, size_t size)
{
    *text = '\0';
    if (got != want && (got == DBL_MIN || got == FLT_MIN))
        snprintf(
            text, size,
            _(" That is %s, the smallest number above 0. The lowest one is "
              "-%s."),
            got == DBL_MIN ? "DBL_MIN" : "FLT_MIN",
            got == DBL_MIN ? "DBL_MAX" : "FLT_MAX");
    else if (isnan(got))
        snprintf(text, size,
                 _(" \"nan\", not a number, comes of 0 / 0, of infinity times "
                   "0 and of infinity minus infinity; and infinity of a "
                   "division by 0. Which of your divisions has a 0 below?"));
    else if (isfinite(got) && isfinite(want) && lost_in_an_int(want, got))
        snprintf(text, size,
                 _(" What it is off by are multiples of 2 to the power of 32: "
                   "on the way, a product of ints was too large for an int."));
    else if (isfinite(got) && isfinite(want) && lost_its_fraction(want, got))
        snprintf(text, size,
                 _(" It has lost its fraction: is it, or a part of it, kept in "
                   "an int, or divided as one?"));
    else if (isfinite(got) && isfinite(want) && got != 0 &&
             (double)(float)got == got && (double)(float)want != want &&
             fabs(got - want) <= 1e-3 * fabs(want) &&
             got != floor(got * 64) / 64)
        snprintf(text, size,
                 _(" The result has no more digits than a float: is it, or a "
                   "part of it, kept in a float?"));
}
