/* freed.c - see freed.h. */
#include "reports/freed.h"

#include <stdio.h>
#include <string.h>

#include "base/said.h"
#include "reports/around.h"

enum { NAME_LONG = 100 };

struct ways {
    int n;
    int first, last; /* lines */
};

/* The tokens inside the brackets behind k, without blanks. */
static void inside(const struct around *a, int k, char *text, size_t size)
{
    const int open = tokens_next(&a->s, k);
    const int close = open < a->s.n ? a->match[open] : -1;
    size_t used = 0;

    *text = '\0';
    for (int i = open + 1; i < close && used + 1 < size; i++) {
        const struct token *t = &a->s.t[i];

        if (t->kind == TOKEN_BLANK || t->kind == TOKEN_COMMENT)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%.*s",
                                 (int)t->length, t->at);
    }
}

/* The line of the last call frees(name) in the span behind a line; 0: none. */
static int line_of_free(const struct around *a, struct span in, int line,
                        const char *name, const char *frees)
{
    char what[NAME_LONG];
    int found = 0;

    for (int k = in.from; k < in.to; k++) {
        if (a->s.t[k].line <= line || !token_is(&a->s.t[k], frees))
            continue;
        inside(a, k, what, sizeof what);
        if (!strcmp(what, name))
            found = a->s.t[k].line;
    }
    return found;
}

/* Is it a macro of this file with a return in it? */
static bool macro_returns(const struct around *a, const struct token *name)
{
    bool inside = false;

    for (int k = 0; k < a->s.n; k++) {
        const struct token *t = &a->s.t[k];

        if (!t->directive || token_is(t, "#"))
            inside = false;
        else if (token_is(t, "define"))
            inside = token_same(&a->s.t[tokens_next(&a->s, k)], name);
        else if (inside && token_is(t, "return"))
            return true;
    }
    return false;
}

/* The last line that is about whether there is memory at all: that of the
 * statement, or of the `if` right behind one that keeps what the call gave. */
static int asked_until(const struct around *a, int line)
{
    const struct token *t = a->s.t;
    bool kept = false;
    int k = 0, end, next;

    while (k < a->s.n && (t[k].line < line || t[k].kind == TOKEN_BLANK))
        k++;
    end = around_statement_end(a, k);
    next = tokens_next(&a->s, end);
    for (int i = k; i < end; i++)
        kept |= token_is(&t[i], "=");
    if (kept && !token_is(&t[k], "if") && token_is(&t[next], "if"))
        end = around_statement_end(a, next);
    return around_line(a, end);
}

/* Where the function is left, behind one line and before another one. */
static struct ways ways_out(const struct around *a, struct span in, int line,
                            int end)
{
    struct ways w = {0};

    for (int k = in.from; k < in.to; k++) {
        const struct token *t = &a->s.t[k];

        if (t->line <= line || t->line >= end || t->line == w.last ||
            t->kind != TOKEN_NAME || t->directive ||
            (!token_is(t, "return") && !macro_returns(a, t)))
            continue;
        w.last = t->line;
        if (!w.n++)
            w.first = w.last;
    }
    return w;
}

void freed_say(const char *file, int line, const char *name, const char *frees,
               char *text, size_t size)
{
    struct around a;
    struct ways w = {0};

    *text = '\0';
    if (!*name || line < 1 || !around_read(&a, file))
        return;
    const struct span in = around_function(&a, line);
    const int freed = in.from < 0 ? 0 : line_of_free(&a, in, line, name, frees);

    if (freed)
        w = ways_out(&a, in, asked_until(&a, line), freed);
    if (w.n == 1)
        said_put(text, size, SAY(leak_on_early_exit), freed, w.first);
    else if (w.n > 1)
        said_put(text, size, SAY(leak_on_early_exit_many), freed, w.n, w.first,
                 w.last);
    around_free(&a);
}
