/*
 * decisive.c - see decisive.h.
 */
#include "judge/decisive.h"

#include <stdlib.h>
#include <string.h>

#include "base/source.h"
#include "base/tokens.h"

static const double LARGEST = 0x1p62;

/* -1: it is none that an int64_t holds, or has a fraction. */
static double number(const struct token *t)
{
    char text[64];
    char *end;

    if (t->length >= sizeof text)
        return -1;
    memcpy(text, t->at, t->length);
    text[t->length] = 0;
    /* 0x1F, 017 and 0b11 are no decimal numbers; strtod() knows 0x alone. */
    double value = strtod(text, &end);
    if (text[0] == '0' && !strpbrk(text, ".eExX"))
        value = (double)strtoull(text + 2 * (strpbrk(text, "bB") != NULL), &end,
                                 strpbrk(text, "bB") ? 2 : 8);
    return value > LARGEST || value != (double)(int64_t)value ? -1 : value;
}

static double combined(double a, const struct token *mark, double b)
{
    if (token_is(mark, "*"))
        return a * b;
    if (token_is(mark, "+"))
        return a + b;
    if (token_is(mark, "-"))
        return a - b;
    if (token_is(mark, "<<"))
        return b < 63 ? a * (double)((uint64_t)1 << (int)b) : -1;
    return -1;
}

/* Into a rising list without repetition. */
static int put(int64_t value, int64_t low, int64_t high, int64_t *size, int n)
{
    int k = n;

    if (value < low || value > high || n == DECISIVE_MAX)
        return n;
    while (k > 0 && size[k - 1] > value)
        k--;
    if (k > 0 && size[k - 1] == value)
        return n;
    memmove(&size[k + 1], &size[k], (size_t)(n - k) * sizeof *size);
    size[k] = value;
    return n + 1;
}

int decisive_sizes(const char *path, int64_t low, int64_t high,
                   int64_t size[DECISIVE_MAX])
{
    struct tokens s;
    int n = 0;

    if (!path)
        return 0;
    source_tokens(path, &s);
    for (int k = 0; k < s.n; k++) {
        double value = s.t[k].kind == TOKEN_NUMBER ? number(&s.t[k]) : -1;

        /* From here on, as far as numbers go: 4, 4 * 1024, 4 * 1024 + 1. */
        for (int at = k; value >= 0 && value <= LARGEST;) {
            for (int64_t off = -1; off <= 1; off++)
                n = put((int64_t)value + off, low, high, size, n);
            const int mark = tokens_next(&s, at);
            const int next = mark < s.n ? tokens_next(&s, mark) : s.n;
            if (next >= s.n || s.t[next].kind != TOKEN_NUMBER ||
                number(&s.t[next]) < 0)
                break;
            value = combined(value, &s.t[mark], number(&s.t[next]));
            at = next;
        }
    }
    tokens_free(&s);
    return n;
}
