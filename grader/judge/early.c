/* early.c - see early.h. */
#include "judge/early.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/said.h"
#include "base/source.h"
#include "base/tokens.h"
#include "judge/builds.h"
#include "judge/state.h"

/* Does a condition, tokens from..to, ask whether something is 0, or hardly
 * more: n == 0, n <= 0, n <= 1, n < 1, n < 2, !n? */
static bool asks_for_none(const struct tokens *s, int from, int to)
{
    for (int k = from; k < to; k++) {
        const int number = tokens_next(s, k), behind = tokens_next(s, number);
        const struct token *t = &s->t[k], *next = &s->t[number];

        if (next->kind == TOKEN_NUMBER && !token_is(&s->t[behind], ")") &&
            !token_is(&s->t[behind], "&&") && !token_is(&s->t[behind], "||"))
            continue;
        if (((token_is(t, "==") || token_is(t, "<=")) && token_is(next, "0")) ||
            (token_is(t, "<=") && token_is(next, "1")) ||
            (token_is(t, "<") &&
             (token_is(next, "1") || token_is(next, "2"))) ||
            (token_is(t, "!") && next->kind == TOKEN_NAME))
            return true;
    }
    return false;
}

int early_find(const char *path, const char *function, int *line)
{
    struct tokens s;
    int n = 0, from, to;
    bool launches = false;

    source_tokens(path, &s);
    if (tokens_body(&s, function, strlen(function), &from, &to))
        for (int k = from; k < to && !launches; k++) {
            const int open = tokens_next(&s, k);
            int shut, next;

            launches = token_is(&s.t[k], "<<<");
            if (!token_is(&s.t[k], "if") || !token_is(&s.t[open], "(") ||
                (shut = tokens_match(&s, open)) < 0 ||
                !asks_for_none(&s, open, shut))
                continue;
            next = tokens_next(&s, shut);
            if (token_is(&s.t[next], "{"))
                next = tokens_next(&s, next);
            if (token_is(&s.t[next], "return") && n++ < EARLY_RETURNS)
                line[n - 1] = s.t[next].line;
        }
    tokens_free(&s);
    return launches && n <= EARLY_RETURNS ? n : 0;
}

void early_say(char *text, size_t size)
{
    int line[EARLY_RETURNS], n;

    *text = '\0';
    if (student.reply.launched || judge.gpu || !judge_is_cuda() ||
        !student.last.function)
        return;
    n = early_find(judge.source, student.last.function, line);
    if (n == 1)
        said_put(text, size, SAY(return_before_launch), line[0]);
    else if (n > 1)
        said_put(text, size, SAY(return_before_launch_several), line[0],
                 line[n - 1]);
}
