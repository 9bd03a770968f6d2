/* terms.c - see terms.h. */
#include "base/terms.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"

#define SMALL "abcdefghijklmnopqrstuvwxyz0123456789_"
enum { WORD = 80 };

static size_t blanks(const char *p)
{
    return strspn(p, " ");
}

/* A word with a "_"; how long, or 0. */
static size_t word_at(const char *p)
{
    const size_t n = strspn(p, SMALL);

    return islower((unsigned char)*p) && memchr(p, '_', n) && n < WORD ? n : 0;
}

/* "(name<32, ...)": how long, or 0. */
static size_t conditions_at(const char *p)
{
    const size_t n = *p == '(' ? strcspn(p, ")") : 0;

    return n && p[n] == ')' && strcspn(p, "=<>") < n ? n + 1 : 0;
}

bool terms_are(const char *text)
{
    while (true) {
        size_t n = word_at(text += blanks(text));

        if (!n)
            return false;
        text += n;
        text += conditions_at(text);
        text += blanks(text);
        if (!*text)
            return true;
        if (!strchr("|+", *text++))
            return false;
    }
}

bool terms_word(const char *terms, int n, char *word, size_t size)
{
    for (const char *p = terms; *p;) {
        const size_t length = word_at(p);

        if (length && n-- == 0) {
            snprintf(word, size, "%.*s", (int)length, p);
            return true;
        }
        p += length;
        p += conditions_at(p);
        p += *p && !word_at(p);
    }
    return false;
}

/* Whether an argument's value is as wanted: "32" < "100". */
static bool compares(const char *value, char how, const char *wanted)
{
    char *end, *end_wanted;
    const double a = strtod(value, &end), b = strtod(wanted, &end_wanted);
    const bool numbers = end != value && !*end && !*end_wanted && *wanted;

    if (how == '=')
        return numbers ? a == b : !strcmp(value, wanted);
    return numbers && (how == '<' ? a < b : a > b);
}

/* One condition, "n<32", of a sentence, or of all in the message. */
static bool holds(const char *condition, size_t n, const char *sentence,
                  bool anywhere)
{
    char name[WORD], wanted[WORD], value[WORD * 4];
    const size_t at = strcspn(condition, "=<>");

    if (at >= n || at >= sizeof name)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)at, condition);
    snprintf(wanted, sizeof wanted, "%.*s", (int)(n - at - 1),
             condition + at + 1);
    for (const char *p = sentence; p; p = anywhere ? said_next(p + 1) : NULL)
        for (int k = 0; said_named(p, name, k, value, sizeof value); k++)
            if (compares(value, condition[at], wanted))
                return true;
    return false;
}

static bool all_hold(const char *conditions, const char *sentence,
                     bool anywhere)
{
    bool all = true;

    if (*conditions != '(')
        return true;
    for (const char *p = conditions + 1; all && *p && *p != ')';) {
        size_t n;

        p += blanks(p);
        n = strcspn(p, ",)");
        all = holds(p, n, sentence, anywhere);
        p += n;
        p += *p == ',';
    }
    return all;
}

/* Whether a check's name is this word, whose "_" are its blanks. */
static bool is_name(const char *check, const char *word, size_t n)
{
    if (strlen(check) < n || (check[n] && strncmp(check + n, " (", 2) != 0))
        return false;
    for (size_t i = 0; i < n; i++)
        if (check[i] != (word[i] == '_' ? ' ' : word[i]) && check[i] != word[i])
            return false;
    return true;
}

static bool fits(const char *term, size_t n, const char *check,
                 const char *said)
{
    char sentence[WORD + 4];

    if (is_name(check, term, n))
        return all_hold(term + n, said_next(said), true);
    snprintf(sentence, sizeof sentence, SAID_BEGIN "%.*s" SAID_ID, (int)n,
             term);
    for (const char *p = said; (p = strstr(p, sentence)); p++)
        if (all_hold(term + n, p, false))
            return true;
    return false;
}

bool terms_fit(const char *terms, const char *check, const char *said)
{
    bool all = true;

    for (const char *p = terms; *p;) {
        size_t n = word_at(p += blanks(p));

        all = all && n && fits(p, n, check, said);
        p += n;
        p += conditions_at(p);
        p += blanks(p);
        if ((!*p || *p == '|') && all)
            return true;
        all = all || *p == '|';
        p += *p != '\0';
    }
    return false;
}
