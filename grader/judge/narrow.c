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

/* Is n among those up to the bracket that closes the one at open? */
static bool ends_at_n(const struct tokens *s, int open)
{
    const int shut = tokens_match(s, open);

    for (int k = open; k < shut; k++)
        if (token_is(&s->t[k], "n"))
            return true;
    return false;
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
            token_is(&s.t[sign], "n") && !made &&
            !token_is(&s.t[tokens_next(&s, sign)], "%"))
            made = s.t[k].line;
        if (s.t[next].kind != TOKEN_NAME || !token_is(&s.t[sign], "="))
            continue;
        if (has_n(&s, sign) && !made)
            made = s.t[k].line;
        if (token_is(&s.t[before], "(") && !counts && ends_at_n(&s, before) &&
            token_is(&s.t[tokens_last(&s, before)], "for"))
            counts = s.t[k].line;
    }
    tokens_free(&s);
    return made ? made : counts;
}
