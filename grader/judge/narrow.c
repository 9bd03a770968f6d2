/* narrow.c - see narrow.h. */
#include "judge/narrow.h"

#include <stdbool.h>

#include "base/source.h"
#include "base/tokens.h"

/* Is n among the tokens from k to a `;` or a comma, and nothing that makes less
 * of it? */
static bool has_n(const struct tokens *s, int k)
{
    bool found = false;

    for (; k < s->n && !token_is(&s->t[k], ";") && !token_is(&s->t[k], ",");
         k++) {
        if (token_is(&s->t[k], "%") || token_is(&s->t[k], "/") ||
            token_is(&s->t[k], "<"))
            return false;
        found = found || token_is(&s->t[k], "n");
    }
    return found;
}

/* Is the word among those up to the bracket that closes the one at open? */
static bool holds(const struct tokens *s, int open, const char *word)
{
    const int shut = tokens_match(s, open);

    for (int k = open; k < shut; k++)
        if (token_is(&s->t[k], word))
            return true;
    return false;
}

/* The ( of the `if (...)` that ends at k; -1: none does. */
static int if_ends(const struct tokens *s, int k)
{
    const int open =
        k >= 0 && token_is(&s->t[k], ")") ? tokens_match(s, k) : -1;
    const int before = open < 0 ? -1 : tokens_last(s, open);

    return before >= 0 && token_is(&s->t[before], "if") ? open : -1;
}

enum { LONGEST = 500 }; /* tokens of a statement that is looked through */

/* Is the statement around k, or the first of the block around it, all that an
 * if is about which compares n, or a part of n < t ? n : t? */
static bool is_guarded(const struct tokens *s, int k)
{
    const int least = k - LONGEST;

    for (; k >= 0 && k > least && !token_is(&s->t[k], ";") &&
           !token_is(&s->t[k], "}") && !token_is(&s->t[k], "{") &&
           if_ends(s, k) < 0;
         k--)
        if (token_is(&s->t[k], "?"))
            return true;
    if (k >= 0 && token_is(&s->t[k], "{"))
        k = tokens_last(s, k);
    return if_ends(s, k) >= 0 && holds(s, if_ends(s, k), "n");
}

#define NAMES 32

/* Names that n goes into, the first of which is n itself. */
struct made_of_n {
    const struct token *name[NAMES];
    int n;
};

static bool is_made_of_n(const struct made_of_n *m, const struct token *t)
{
    for (int i = 0; i < m->n; i++)
        if (token_same(m->name[i], t))
            return true;
    return false;
}

static bool is_call(const struct tokens *s, int open)
{
    return s->t[tokens_last(s, open)].kind == TOKEN_NAME;
}

static void find_made_of_n(const struct tokens *s, struct made_of_n *m)
{
    enum { PASSES = 4 }; /* x = n; y = x; z = y; */

    for (int k = 0; k < s->n && !m->n; k++)
        if (token_is(&s->t[k], "n"))
            m->name[m->n++] = &s->t[k];
    for (int k = 0, pass = 0; m->n && pass < PASSES; k++) {
        const struct token *sign;
        bool made = false;

        if (k == s->n) {
            k = 0;
            pass++;
        }
        sign = &s->t[tokens_next(s, k)];
        if (s->t[k].kind != TOKEN_NAME || m->n == NAMES ||
            (!token_is(sign, "=") && !token_is(sign, "+=")) ||
            is_made_of_n(m, &s->t[k]) || is_guarded(s, k))
            continue;
        for (int i = tokens_next(s, tokens_next(s, k));
             i < s->n && i < k + LONGEST && !token_is(&s->t[i], ";") &&
             !token_is(&s->t[i], ",");
             i++) {
            const int shut = token_is(&s->t[i], "(") ? tokens_match(s, i) : -1;

            /* (started < n % team) is never large */
            if (shut > i && (holds(s, i, "%") || is_call(s, i)))
                i = shut;
            if (token_is(&s->t[i], "%") || token_is(&s->t[i], "?") ||
                token_is(&s->t[i], "<") || token_is(&s->t[i], "==")) {
                made = false;
                break;
            }
            made = made || is_made_of_n(m, &s->t[i]);
        }
        if (made)
            m->name[m->n++] = &s->t[k];
    }
}

/* The line of a struct's int that n goes into; 0. */
static int member_of(const struct tokens *s)
{
    struct made_of_n m = {0};
    int shut = 0;

    find_made_of_n(s, &m);
    for (int k = 0; k < s->n; k++) {
        int open = tokens_next(s, k);

        if (!token_is(&s->t[k], "struct"))
            continue;
        if (s->t[open].kind == TOKEN_NAME)
            open = tokens_next(s, open);
        if (open == s->n || !token_is(&s->t[open], "{") ||
            (shut = tokens_match(s, open)) < 0)
            continue;
        for (int i = open; i < shut; i++) {
            const int before = tokens_last(s, i);

            if (!token_is(&s->t[i], "int") ||
                !(token_is(&s->t[before], "{") || token_is(&s->t[before], ";")))
                continue;
            for (; !token_is(&s->t[i], ";") && i < shut; i++)
                if (is_made_of_n(&m, &s->t[i]))
                    return s->t[i].line;
        }
    }
    return 0;
}

int narrow_find(const char *path)
{
    struct tokens s;
    int made = 0, counts = 0;

    source_tokens(path, &s);
    for (int k = 0; k < s.n; k++) {
        const int before = tokens_last(&s, k), next = tokens_next(&s, k);
        const int sign = tokens_next(&s, next);

        if (!token_is(&s.t[k], "int") || before <= 0 ||
            token_is(&s.t[before], "long") || token_is(&s.t[before], "short") ||
            token_is(&s.t[before], "unsigned"))
            continue;
        if (token_is(&s.t[before], "(") && token_is(&s.t[next], ")") &&
            token_is(&s.t[sign], "n") && !made && !is_guarded(&s, k) &&
            !token_is(&s.t[tokens_next(&s, sign)], "%"))
            made = s.t[k].line;
        if (s.t[next].kind != TOKEN_NAME || !token_is(&s.t[sign], "="))
            continue;
        if (has_n(&s, sign) && !made)
            made = s.t[k].line;
        if (token_is(&s.t[before], "(") && !counts && holds(&s, before, "n") &&
            token_is(&s.t[tokens_last(&s, before)], "for"))
            counts = s.t[k].line;
    }
    if (!made && !counts)
        made = member_of(&s);
    tokens_free(&s);
    return made ? made : counts;
}
