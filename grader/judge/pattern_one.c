/* pattern_one.c - see pattern.h: how a number is printed, and what one that is
 * wrong has in common with the right one. */
#include "judge/pattern.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/said.h"

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
        said_put(text, size,
                 k == 1 ? SAY(partly_zeroed_one_byte) : SAY(partly_zeroed), k,
                 of_int ? 4 : 8);
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
            said_put(text, size, SAY(result_never_written));
        else if ((uint64_t)got == (uint64_t)want + (uint64_t)poison[k] ||
                 got == (want | poison[k]))
            said_put(text, size, SAY(accumulator_uninitialized));
    if (*text || say_half_cleared(want, got, text, size))
        return;
    if (!fits && (got == (int32_t)want || got == (int64_t)(uint32_t)want))
        said_put(text, size, SAY(int_overflow_upper_bits), got, want);
    else if (!fits && want != got && (uint32_t)got == (uint32_t)want)
        said_put(text, size, SAY(int_overflow_multiple));
    else if (want != got && (want > 1LL << 53 || want < -(1LL << 53)) &&
             is_near_double(want, got))
        said_put(text, size, SAY(precision_lost_in_double));
    else if ((want > 10 || want < -10) && got == -want)
        said_put(text, size, SAY(wrong_sign));
    else if (is_large(want) && want != got && got % want == 0 &&
             got / want > 1 && got / want <= MOST_TIMES)
        said_put(text, size, SAY(multiple_of_expected), got / want);
    else if (before && is_large(*before) && is_large(want) && want != *before &&
             got == *before)
        said_put(text, size, SAY(previous_result_returned));
    else if (before && is_large(*before) && is_large(want) &&
             (uint64_t)got == (uint64_t)want + (uint64_t)*before)
        said_put(text, size, SAY(previous_result_added), *before);
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
        said_put(text, size, SAY(last_element_missing));
    else if (ones(n - lacks, lacks) == 0)
        said_put(text, size, SAY(last_elements_missing), lacks, n - lacks);
    else if (ones(0, lacks) == 0 && lacks == 1)
        said_put(text, size, SAY(first_element_missing));
    else if (ones(0, lacks) == 0)
        said_put(text, size, SAY(first_elements_missing), lacks, lacks - 1);
    else if ((first = first_unlike(ones, n)) < n)
        said_put(text, size, SAY(elements_missing), n, lacks, first);
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
        said_put(text, size, SAY(all_elements_missing));
    else if (all < number)
        say_lack(ones, n, (size_t)(number - all), text, size);
    else if (all % number == 0)
        said_put(text, size, SAY(elements_repeated_each), all / number);
    else if ((first = first_unlike(ones, n)) < n)
        said_put(text, size, SAY(elements_repeated_some), first);
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
        said_put(text, size, SAY(min_constant_not_lowest),
                 got == DBL_MIN ? "DBL_MIN" : "FLT_MIN",
                 got == DBL_MIN ? "DBL_MAX" : "FLT_MAX");
    else if (isnan(got))
        said_put(text, size, SAY(result_is_nan));
    else if (isfinite(got) && isfinite(want) && lost_in_an_int(want, got))
        said_put(text, size, SAY(int_overflow_product));
    else if (isfinite(got) && isfinite(want) && lost_its_fraction(want, got))
        said_put(text, size, SAY(fraction_lost));
    else if (isfinite(got) && isfinite(want) && got != 0 &&
             (double)(float)got == got && (double)(float)want != want &&
             fabs(got - want) <= 1e-3 * fabs(want) &&
             got != floor(got * 64) / 64)
        said_put(text, size, SAY(precision_lost_in_float));
}
