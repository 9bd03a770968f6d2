/* form.c - see form.h. */
#define _GNU_SOURCE
#include "variants/form.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/must.h"

void form_blank_out(struct tokens *s, int from, int to)
{
    for (int k = from; k <= to; k++)
        token_put(&s->t[k], TOKEN_INSTEAD, "%s", "");
}

void form_put_for(struct tokens *s, int from, int to, const char *text)
{
    form_blank_out(s, from, to);
    token_put(&s->t[from], TOKEN_INSTEAD, "%s", text);
}

char *form_fill_in(const char *form, const char *letters, ...)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);

    if (!f)
        no_memory();
    for (; *form; form++) {
        const char *letter = *form == '$' ? strchr(letters, form[1]) : NULL;
        const char *filling = NULL;
        va_list args;

        if (!letter) {
            putc(*form, f);
            continue;
        }
        va_start(args, letters);
        for (const char *l = letters; l <= letter; l++)
            filling = va_arg(args, const char *);
        va_end(args);
        fputs(filling, f);
        form++;
    }
    if (fclose(f))
        no_memory();
    return text;
}

bool form_is_block(const struct tokens *s, int k)
{
    static const char *const befores[] = {")", "else", "do", ";", NULL};
    int before = tokens_last(s, k);

    if (before < 0)
        return false;
    if (is(s, before, "{"))
        return form_is_block(s, before);
    if (is(s, before, "}"))
        return form_is_block(s, tokens_match(s, before));
    return is_one(s, before, befores) || s->t[before].directive;
}

bool form_begins_directive(const struct tokens *s, int k)
{
    return s->t[k].directive && is(s, k, "#") &&
           (k == 0 || s->t[k - 1].line < s->t[k].line);
}

void form_put_on_top(struct tokens *s, const char *lines)
{
    static const char *const opens[] = {"if", "ifdef", "ifndef", NULL};
    int last = -1, depth = 0;
    bool included = false;

    for (int k = 0; k < s->n; k++) {
        if (!form_begins_directive(s, k))
            continue;
        int word = tokens_next(s, k);
        depth += is_one(s, word, opens) - is(s, word, "endif");
        included = included || is(s, word, "include");
        if (!included || depth > 0)
            continue;
        for (last = k;
             s->t[last + 1].directive && !form_begins_directive(s, last + 1);)
            last++;
        included = false;
    }
    if (last >= 0)
        token_put(&s->t[last], TOKEN_AFTER, "\n%s", lines);
    else
        token_put(&s->t[0], TOKEN_BEFORE, "%s\n", lines);
}
