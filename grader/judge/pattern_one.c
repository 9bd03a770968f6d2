/* pattern_one.c - see pattern.h: how a number is printed, and what one that is
 * wrong has in common with the right one. */
#include "judge/pattern.h"

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

void pattern_say_one(int64_t want, int64_t got, const int64_t *before,
                     char *text, size_t size)
{
    enum { MOST_TIMES = 64 };
    static const int64_t poison[] = {(int64_t)0xA5A5A5A5A5A5A5A5,
                                     (int32_t)0xA5A5A5A5};
    const bool fits = want >= INT32_MIN && want <= INT32_MAX;

    *text = '\0';
    for (int k = 0; k < 2; k++)
        if (got == poison[k])
            snprintf(text, size, _(" Nobody has written it."));
        else if ((uint64_t)got == (uint64_t)want + (uint64_t)poison[k])
            snprintf(text, size,
                     _(" It was added to before anybody had written it: what "
                       "is added up must begin with 0."));
    if (*text)
        return;
    if (!fits && (got == (int32_t)want || got == (int64_t)(uint32_t)want))
        snprintf(text, size,
                 _(" %" PRId64 " is %" PRId64 " without its upper bits: an int "
                   "was too small for it."),
                 got, want);
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

/* Which of the numbers is that; n if it is none, or several. */
static size_t only_one(const int32_t *a, size_t n, int64_t x)
{
    size_t found = n;

    for (size_t i = 0; i < n; i++)
        if (a[i] == x) {
            if (found < n)
                return n;
            found = i;
        }
    return found;
}

void pattern_say_sum(const int32_t *a, size_t n, int64_t want, int64_t got,
                     char *text, size_t size)
{
    const size_t lost = only_one(a, n, want - got);
    const size_t twice = only_one(a, n, got - want);

    *text = '\0';
    if (n < 2 || !is_large(want - got) || (lost < n && twice < n))
        return;
    if (lost == n - 1)
        snprintf(text, size, _(" That is the sum without the last number."));
    else if (lost == 0)
        snprintf(text, size, _(" That is the sum without the first number."));
    else if (a[n - 1] == want - got) /* and so are others */
        snprintf(text, size,
                 _(" What is missing is as large as the last "
                   "number."));
    else if (lost < n)
        snprintf(text, size, _(" That is the sum without a[%zu]."), lost);
    else if (twice < n)
        snprintf(text, size, _(" That is the sum with a[%zu] twice."), twice);
}

void pattern_say_real(double want, double got, char *text, size_t size)
{
    *text = '\0';
    if (isfinite(got) && isfinite(want) && got != 0 &&
        (double)(float)got == got && (double)(float)want != want &&
        fabs(got - want) <= 1e-3 * fabs(want) && got != floor(got * 64) / 64)
        snprintf(text, size,
                 _(" The result has no more digits than a float: is it, or a "
                   "part of it, kept in a float?"));
}
