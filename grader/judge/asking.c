/* asking.c - see asking.h. */
#include "judge/asking.h"

#include <stdio.h>
#include <string.h>

#include "base/said.h"
#include "base/source.h"
#include "base/tokens.h"
#include "judge/state.h"
#include "judge/where.h"

/* " at line 31", if it is known */
static const char *at_line(int line)
{
    static char text[2][40];
    static int turn;

    turn = !turn;
    *text[turn] = '\0';
    if (line > 0)
        said_put(text[turn], sizeof text[turn], SAY(part_at_line), line);
    return text[turn];
}

/* Does a statement begin at token k? */
static bool begins(const struct tokens *s, int k)
{
    const int before = tokens_last(s, k);

    return before >= 0 && s->t[before].length == 1 &&
           (strchr(";{}", *s->t[before].at) ||
            (token_is(&s->t[before], ")") && tokens_match(s, before) > 0 &&
             token_is(&s->t[tokens_last(s, tokens_match(s, before))], "if")));
}

/* Is the line in the body of the file's function of this name? */
static bool is_within(const struct tokens *s, const struct token *name,
                      int line)
{
    int from, to;

    return tokens_body(s, name->at, name->length, &from, &to) &&
           line > s->t[from].line && line < s->t[to].line;
}

/* Is the failed call the one of `e = cuda...(` at k, or in the function of
 * `e = f(`? */
static bool is_of(const struct tokens *s, int k, int behind, int line)
{
    const int call = tokens_next(s, tokens_next(s, k));

    return !strncmp(s->t[call].at, "cuda", 4)
               ? line >= s->t[k].line &&
                     line <= s->t[tokens_last(s, behind)].line
               : is_within(s, &s->t[call], line);
}

/* `e = f(...);` at k: what comes behind it; 0 if it is something else. */
static int behind_assignment(const struct tokens *s, int k)
{
    const int sign = tokens_next(s, k);
    bool calls = false;
    int end = sign;

    if (s->t[k].kind != TOKEN_NAME || !begins(s, k) ||
        !token_is(&s->t[sign], "="))
        return 0;
    for (; end < s->n && !token_is(&s->t[end], ";"); end++) {
        if (token_is(&s->t[end], "(") && tokens_match(s, end) > end) {
            calls = true;
            end = tokens_match(s, end);
        } else if (token_is(&s->t[end], ","))
            return 0; /* e = f(), other |= e */
    }
    return calls && end < s->n ? tokens_next(s, end) : 0;
}

/* Is it used in the statement at k, but for being set there? */
static bool reads(const struct tokens *s, int k, const struct token *name)
{
    for (k++; k < s->n && !token_is(&s->t[k], ";"); k++)
        if (token_same(&s->t[k], name))
            return true;
    return false;
}

/* Is there a function of this name in the file, and returns it something? */
static bool returns(const struct tokens *s, const struct token *name)
{
    for (int k = 0; k < s->n; k++) {
        const int open = tokens_next(s, k), type = tokens_last(s, k);
        const int close = open < s->n && token_is(&s->t[open], "(")
                              ? tokens_match(s, open)
                              : -1;

        if (token_same(&s->t[k], name) && type >= 0 && close > 0 &&
            s->t[type].kind == TOKEN_NAME && !token_is_keyword(&s->t[type]) &&
            token_is(&s->t[tokens_next(s, close)], "{"))
            return true;
        if (token_same(&s->t[k], name) && type >= 0 && close > 0 &&
            token_is(&s->t[tokens_next(s, close)], "{"))
            return token_is(&s->t[type], "int");
    }
    return false;
}

void asking_find_lost(struct asking *a, const char *path)
{
    const struct token *name = NULL;
    struct tokens s;

    a->lost = a->over = 0;
    *a->name = '\0';
    source_tokens(path, &s);
    for (int k = 0; k < s.n && !name; k++) {
        const int next = behind_assignment(&s, k);

        if (next && token_same(&s.t[next], &s.t[k]) &&
            behind_assignment(&s, next) && !reads(&s, next, &s.t[k]) &&
            is_of(&s, k, next, a->call)) {
            name = &s.t[k];
            a->over = s.t[next].line;
        }
    }
    for (int k = 0; k < s.n && !name; k++) {
        const int open = tokens_next(&s, k);

        if (s.t[k].kind == TOKEN_NAME && begins(&s, k) && open < s.n &&
            token_is(&s.t[open], "(") && tokens_match(&s, open) > 0 &&
            token_is(&s.t[tokens_next(&s, tokens_match(&s, open))], ";") &&
            returns(&s, &s.t[k]) && is_within(&s, &s.t[k], a->call))
            name = &s.t[k];
    }
    if (name && name->length < sizeof a->name) {
        a->lost = name->line;
        snprintf(a->name, sizeof a->name, "%.*s", (int)name->length, name->at);
    }
    tokens_free(&s);
}

void asking_say(const struct asking *a, char *text, size_t size)
{
    *text = '\0';
    if (a->call && !a->launch && a->lost && a->over)
        said_put(text, size, SAY(error_result_overwritten), a->call, a->lost,
                 a->name, a->over);
    else if (a->call && !a->launch && a->lost)
        said_put(text, size, SAY(error_result_dropped), a->call, a->name,
                 a->lost);
    else if (a->call && !a->launch)
        said_put(text, size, SAY(error_result_ignored), a->call);
    if (!a->launch)
        return;
    if (a->after && a->again)
        said_put(text, size, SAY(launch_error_forgotten), a->launch,
                 at_line(a->after),
                 a->again > 0 && a->again != a->after ? at_line(a->again) : "");
    else if (a->after)
        said_put(text, size, SAY(launch_error_not_returned), a->launch,
                 at_line(a->after));
    else if (a->before)
        said_put(text, size, SAY(launch_error_asked_too_early), a->launch,
                 at_line(a->before));
    else if (a->wait)
        said_put(text, size, SAY(launch_error_only_waited), a->launch,
                 at_line(a->wait));
    else
        said_put(text, size, SAY(launch_error_never_asked), a->launch);
}

/* The innermost of them that is in the student's file; 0: none. */
static int refused_call(void)
{
    enum { FRAMES = sizeof student.reply.refused_at / sizeof(int64_t) };
    unsigned long offset[FRAMES];
    int line[FRAMES], n = 0;

    for (int i = 0; i < FRAMES; i++)
        if (student.reply.refused_at[i] > 0)
            offset[n++] = (unsigned long)student.reply.refused_at[i];
    if (!n || !where_lines(offset, n, line))
        return 0;
    for (int i = 0; i < n; i++)
        if (line[i])
            return line[i];
    return 0;
}

int asking_of_call(char *text, size_t size)
{
    const struct reply *r = &student.reply;
    enum { ASKED = 4 };
    const int64_t at[ASKED] = {r->before_at, r->after_at, r->again_at,
                               r->wait_at};
    unsigned long offset[ASKED];
    int line[ASKED], n = 0, k = 0;
    struct asking a = {.launch = r->refused_line};
    int *const to[ASKED] = {&a.before, &a.after, &a.again, &a.wait};
    bool known;

    for (int i = 0; i < ASKED; i++)
        if (at[i])
            offset[n++] = (unsigned long)at[i];
    known = n > 0 && where_lines(offset, n, line);
    for (int i = 0; i < ASKED; i++) {
        if (!at[i])
            continue;
        *to[i] = known && line[k] ? line[k] : -1;
        k++;
    }
    if (!a.launch)
        a.call = refused_call();
    if (a.call)
        asking_find_lost(&a, judge.source);
    asking_say(&a, text, size);
    return a.launch ? a.launch : a.call;
}
